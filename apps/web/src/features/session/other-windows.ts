let channel: BroadcastChannel | undefined

/** Tells the other windows of this browser that somebody has logged in or out here. */
export const announceSession = (): void => channel?.postMessage('changed')

/**
 * Calls `onChange` whenever the session may have changed outside of this window: another one says so, or this one comes
 * to the front or out of the browser's memory. Answers with the way to stop.
 */
export function watchSession(onChange: () => void): () => void {
  // A channel does not hear what it says itself.
  const ours = new BroadcastChannel('quatrain.session')
  channel = ours
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && onChange()
  ours.addEventListener('message', onChange)
  window.addEventListener('focus', onChange)
  window.addEventListener('pageshow', onShow)
  return () => {
    ours.close()
    channel = undefined
    window.removeEventListener('focus', onChange)
    window.removeEventListener('pageshow', onShow)
  }
}
