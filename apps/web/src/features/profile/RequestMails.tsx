import { Button, Select } from '@mantine/core'
import {
  changeMailPreferences,
  type MailPreferences,
  mailFrequencies,
} from '@quatrain/contract/accounts/mail-preferences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#kit/api/call.ts'
import { Failure } from '#kit/page/page-states.tsx'
import { useWatchedObjects } from '#kit/write/use-watched-objects.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { kindOf } from '#lib/kinds.ts'
import { tell } from '#ui/messages.ts'
import classes from './profile.module.css'
import { mailPreferencesQuery } from './profile.queries.ts'

/** What mails can be about, from what a user has to do to what is only good to know. */
const topics = [
  {
    name: 'reviews',
    label: 'What waits for you',
    description: 'Requests to review or to confirm, and, for reviewers, what was saved past the rule.',
  },
  {
    name: 'failures',
    label: 'Failures of your requests',
    description: 'One could not be applied at its time, or could not be taken back.',
  },
  {
    name: 'news',
    label: 'Other news of your requests',
    description: 'One was approved, refused, applied or taken back, or somebody has commented on it.',
  },
  {
    name: 'watched',
    label: 'What you watch',
    description: 'Somebody else has changed or deleted an object that you watch.',
  },
  {
    name: 'findings',
    label: 'Findings of your groups',
    description: 'Objects of your groups have more errors or warnings than before; superusers are told of all objects.',
  },
] as const satisfies readonly {
  readonly name: keyof MailPreferences
  readonly label: string
  readonly description: string
}[]

/** When the user gets mails, and about which objects. A choice is saved at once. */
export function RequestMails() {
  const { data, error, refetch } = useQuery(mailPreferencesQuery)
  const queries = useQueryClient()
  const saving = useWriting({
    mutationFn: (body: MailPreferences) => call(changeMailPreferences, { body }),
    doing: 'choosing mails',
    onSuccess: () => tell.success({ title: 'Saved' }),
    onEnd: () => queries.invalidateQueries({ queryKey: mailPreferencesQuery.queryKey }),
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const preferences = saving.isBusy ? saving.variables : data
  return (
    <div className={classes.settings} aria-busy={!data}>
      {topics.map(({ name, ...texts }) => (
        <Select
          key={name}
          {...texts}
          data={mailFrequencies}
          value={preferences?.[name] ?? null}
          disabled={!data || saving.isBusy}
          allowDeselect={false}
          onChange={(frequency) => {
            const newFrequency = mailFrequencies.find((one) => one === frequency)
            if (data && newFrequency) saving.run({ ...data, [name]: newFrequency })
          }}
        />
      ))}
      <WatchedObjects />
      <p className={classes.hint}>A daily mail tells everything of a day, at six in the morning (UTC).</p>
    </div>
  )
}

/** The objects that the user watches, each with its page and the way to cease. */
function WatchedObjects() {
  const { watchedObjects = [], watch, isBusy } = useWatchedObjects()
  if (watchedObjects.length === 0)
    return <p className={classes.hint}>You watch no object. The page of each object offers it.</p>
  return (
    <ul aria-label="Objects that you watch" className={classes.watched}>
      {watchedObjects.map((object) => {
        const { label, paths } = kindOf(object.kind) ?? {}
        return (
          <li key={`${object.kind} ${object.name}`}>
            {label?.one ?? object.kind}{' '}
            {paths ? <Link to={paths.details(object.name)}>{object.name}</Link> : object.name}
            <Button
              loading={isBusy}
              variant="subtle"
              size="compact-sm"
              aria-label={`Do not watch ${object.name} any more`}
              onClick={() => watch({ ...object, watched: false })}
            >
              Stop
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
