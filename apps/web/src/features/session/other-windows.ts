let channel: BroadcastChannel | undefined

/** Tells the other windows of this browser that a user has logged in or out. */
export const announceSession = (): void => channel?.postMessage('changed')

/**
 * Calls `onChange` when the session may have changed outside of this window: another window says so, or this one gets
 * the focus or is restored from the back/forward cache. Returns a function that stops it.
 */
export function watchSession(onChange: () => void): () => void {
  // A channel does not receive its own messages.
  const ownChannel = new BroadcastChannel('quatrain.session')
  channel = ownChannel
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && onChange()
  ownChannel.addEventListener('message', onChange)
  window.addEventListener('focus', onChange)
  window.addEventListener('pageshow', onShow)
  return () => {
    ownChannel.close()
    channel = undefined
    window.removeEventListener('focus', onChange)
    window.removeEventListener('pageshow', onShow)
  }
}
