// After a navigation, the heading of the new page gets the focus, so that screen readers announce it. It can be rendered
// later than the address changes, and twice: with the placeholder and with the page.

let isOwed = false
let last: HTMLElement | undefined

/** The address has changed: the next heading gets the focus. */
export function requestHeadingFocus(): void {
  isOwed = true
}

export function focusIfRequested(heading: HTMLElement): void {
  const isLost = last?.isConnected === false && document.activeElement === document.body
  if (!isOwed && !isLost) return
  isOwed = false
  last = heading
  heading.focus({ preventScroll: true })
}

/** Focuses the heading when the focused element is removed and the page stays. */
export const focusHeading = (): void => document.querySelector('h1')?.focus()
