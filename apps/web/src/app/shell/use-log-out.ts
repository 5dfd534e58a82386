import { logOut, samlLogOut } from '@quatrain/contract/accounts/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { endSession } from '#features/session/session.ts'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { countDrafts, keepOpenDrafts } from '#kit/form/drafts.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'

const LogOutDialog = lazyPart(
  () => import('./LogOutDialog.tsx'),
  ({ LogOutDialog }) => LogOutDialog,
)

/** Asks, ends the session on the server, and only then clears the local state. */
export function useLogOut(): () => void {
  const client = useQueryClient()
  const { user, options } = useConsoleContext()
  const username = user?.username ?? ''
  const { run } = useWriting({
    async mutationFn() {
      const answer = await askToLogOut(username)
      if (!answer) return
      // Pending requests would be refused.
      await client.cancelQueries()
      const location = await leave(options.sign_on.length > 0)
      // The router of logged-in users would redirect from the login page, so the address is set directly.
      window.history.replaceState(null, '', paths.logIn)
      endSession(client, answer === 'keep')
      if (location !== '') window.location.assign(location)
    },
    onError({ message }) {
      void client.refetchQueries({ type: 'active' })
      tell.error({
        title: 'You are still logged in',
        lines: [message, 'Try again, or close all windows of this browser.'],
      })
    },
  })
  return () => run()
}

/** Ends the session. Returns the address at which the session of an identity provider ends; empty without one. */
async function leave(hasSignOn: boolean): Promise<string> {
  try {
    if (hasSignOn) return (await call(samlLogOut, {})).location
    await call(logOut, {})
  } catch (error) {
    if (!isApiError(error, 'not_authenticated')) throw error
  }
  return ''
}

/** Confirms the logout, and asks what happens to unsaved changes. */
async function askToLogOut(username: string): Promise<'keep' | 'discard' | undefined> {
  const isKept = keepOpenDrafts()
  const drafts = countDrafts(username)
  if (drafts > 0 || !isKept) {
    return dialogs.open((close) => createElement(LogOutDialog, { drafts, isKept, close }))
  }
  const isSure = await dialogs.confirm({
    title: 'Log out',
    question: 'Are you sure you want to log out?',
    keep: 'Stay',
  })
  return isSure ? 'keep' : undefined
}
