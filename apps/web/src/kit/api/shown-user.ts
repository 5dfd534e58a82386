import { useLayoutEffect } from 'react'

let displayedUser: string | undefined

/** The displayed user; undefined on the login page and on public pages. */
export const shownUser = (): string | undefined => displayedUser

/** Declares the displayed user while the caller is mounted. Requests contain this user from then on. */
export function useShownUser(username: string): void {
  // Set before any effect that sends a request, and removed together with the screen.
  useLayoutEffect(() => {
    displayedUser = username
    return () => {
      displayedUser = undefined
    }
  }, [username])
}
