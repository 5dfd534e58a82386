// After a change of page the focus belongs on the new page's heading, and a screen reader reads it. The heading may
// come later than the address, and twice: once over the placeholder, once over the page.

let isOwed = false
let last: HTMLElement | undefined

/** The address has changed: the next heading takes the focus. */
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

/** For when what had the focus has gone, and the page has stayed. */
export const focusHeading = (): void => document.querySelector('h1')?.focus()
