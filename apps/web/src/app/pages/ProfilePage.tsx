import { Button, Checkbox } from '@mantine/core'
import { Link } from 'react-router'
import { z } from 'zod'
import { SchemeChoices } from '#app/shell/SchemeSwitch.tsx'
import { SingleKeysSwitch } from '#app/shell/SingleKeysSwitch.tsx'
import { OwnKeys } from '#features/profile/OwnKeys.tsx'
import { OwnRights } from '#features/profile/OwnRights.tsx'
import { OwnSessions } from '#features/profile/OwnSessions.tsx'
import classes from '#features/profile/profile.module.css'
import { RequestMails } from '#features/profile/RequestMails.tsx'
import { SecondFactor } from '#features/profile/SecondFactor.tsx'
import { TimeZoneField } from '#features/profile/TimeZoneField.tsx'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import details from '#kit/page/details.module.css'
import { Moment } from '#kit/page/Moment.tsx'
import { Section } from '#kit/page/Section.tsx'
import { paths } from '#lib/paths.ts'
import { useStored } from '#lib/storage.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'

/** The logged-in user: details, rights, sessions, and the settings of this browser. */
export function ProfilePage() {
  const { user, options } = useConsoleContext()
  if (!user) return null
  return (
    <PageFrame
      title="Your profile"
      object={user.username}
      width="reading"
      actions={
        <Button component={Link} to={paths.changePassword} variant="default">
          Change password
        </Button>
      }
    >
      <Section title="Details">
        <div className={details.fields}>
          <ValueText label="Username" value={user.username} isMono />
          <ValueText label="First name" value={user.first_name} />
          <ValueText label="Last name" value={user.last_name} />
          <ValueText label="Email" value={user.email} />
          <LabelledValue label="Date joined">
            <Moment iso={user.date_joined} />
          </LabelledValue>
        </div>
      </Section>
      <Section title="What you may do">
        <OwnRights user={user} />
      </Section>
      <Section title="Second factor">
        <SecondFactor />
      </Section>
      <Section title="Sessions">
        <OwnSessions />
      </Section>
      <Section title="Keys for scripts">
        <OwnKeys />
      </Section>
      {options.sends_password_links && (
        <Section title="Mails">
          <RequestMails />
        </Section>
      )}
      <Section title="Settings of this browser">
        <Settings />
      </Section>
    </PageFrame>
  )
}

function Settings() {
  const [isCompact, setCompact] = useStored('compact-rows', z.boolean(), false)
  return (
    <div className={classes.settings}>
      <SchemeChoices />
      <Checkbox
        label="Compact rows"
        description="More rows of a list fit on the screen."
        checked={isCompact}
        onChange={(event) => setCompact(event.currentTarget.checked)}
      />
      <SingleKeysSwitch />
      <TimeZoneField />
    </div>
  )
}
