import { Button } from '@mantine/core'
import { useLocation } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { rememberReturnPath } from '#lib/return-path.ts'
import { sectionsOfVisitors } from '#lib/sections.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { Mark } from '#ui/Mark.tsx'
import { PartnersFoot } from '#ui/PartnersFoot.tsx'
import { Frame } from './Frame.tsx'
import classes from './PublicShell.module.css'

const CookieDialog = lazyPart(
  () => import('#features/session/CookieDialog.tsx'),
  ({ CookieDialog }) => CookieDialog,
)

/** The frame of the public pages, which do not depend on the session. */
export function PublicShell() {
  const { caller } = useConsoleContext()
  return <Frame sections={sectionsOfVisitors(caller.deployment)} isPublic userMenu={<LogIn />} foot={<PublicFoot />} />
}

function LogIn() {
  const { pathname, search } = useLocation()
  return (
    <>
      <span className={classes.anonymous}>
        <Mark tone="warn">Anonymous User</Mark>
      </span>
      <Button component="a" href={paths.logIn} onClick={() => rememberReturnPath(pathname + search)}>
        Log in
      </Button>
    </>
  )
}

function PublicFoot() {
  const { terms_privacy_links, footer } = useConsoleContext().options
  const { terms, privacy } = terms_privacy_links
  const showCookies = () => void dialogs.open((close) => <CookieDialog onDismiss={() => close()} />)
  return (
    <>
      <PartnersFoot {...footer} />
      <div className={classes.legal}>
        {terms !== '' && <a href={terms}>Terms</a>}
        <button type="button" onClick={showCookies}>
          Cookie Policies
        </button>
        {privacy !== '' && <a href={privacy}>Privacy Policy</a>}
      </div>
    </>
  )
}
