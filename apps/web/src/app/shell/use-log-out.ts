import { logOut } from '@quatrain/contract/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { paths } from '#app/paths.ts'
import { endSession } from '#features/session/session.ts'
import { isApiError } from '#kit/api-error.ts'
import { call } from '#kit/call.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'

/** Asks, ends the session on the server, and only then forgets everything here. */
export function useLogOut(): () => void {
  const client = useQueryClient()
  const leave = async () => {
    const isSure = await dialogs.confirm({
      title: 'Log out',
      question: 'Are you sure you want to log out?',
      confirm: 'Log out',
      keep: 'Stay',
    })
    if (!isSure) return
    // What is still on its way would come back refused.
    await client.cancelQueries()
    try {
      await call(logOut, {})
    } catch (error) {
      if (!isApiError(error, 'not_authenticated')) {
        void client.refetchQueries({ type: 'active' })
        const why = error instanceof Error ? error.message : undefined
        tell.error({
          title: 'You are still logged in',
          lines: [why, 'Try again, or close all windows of this browser.'],
        })
        return
      }
    }
    // The router of whoever is signed in leads away from the login page, so it is not asked.
    window.history.replaceState(null, '', paths.logIn)
    endSession(client)
  }
  return () => void leave()
}
