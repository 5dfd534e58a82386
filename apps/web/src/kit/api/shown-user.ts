import { useLayoutEffect } from 'react'

let shown: string | undefined

/** Whom the screen shows as signed in; nobody on the login page and on public pages. */
export const shownUser = (): string | undefined => shown

/** The screen shows this person as signed in as long as the caller is on it. What the server is asked from then on says so. */
export function useShownUser(username: string): void {
  // Before any effect that asks the server, and gone in the same step as the screen.
  useLayoutEffect(() => {
    shown = username
    return () => {
      shown = undefined
    }
  }, [username])
}
