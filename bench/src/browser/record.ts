/** What `record` leaves in a page. Moments are those of the page's own clock, in milliseconds. */
export interface Recording {
  /** What the browser itself measured: from an interaction to the next paint; those under 16 ms are not there. */
  readonly interactions: { readonly id: number; readonly duration: number }[]
  /** The last key, click, paste or choice of a file. */
  lastInput: number
  /** Milliseconds from the last input to the paint after which `seen` has become true. */
  untilPainted(seen: () => boolean): Promise<number>
  /** The moment of the paint after which `seen` has become true. */
  painted(seen: () => boolean): Promise<number>
}

declare global {
  interface Window {
    recording: Recording
  }
}

/** Runs in every page before its own scripts. It is sent there as text, so it knows nothing outside itself. */
export function record() {
  const interactions: { id: number; duration: number }[] = []
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry instanceof PerformanceEventTiming && entry.interactionId > 0) {
        interactions.push({ id: entry.interactionId, duration: entry.duration })
      }
    }
  }).observe(options)

  const recording: Recording = {
    interactions,
    lastInput: 0,
    async untilPainted(seen) {
      return (await this.painted(seen)) - this.lastInput
    },
    painted: (seen) =>
      new Promise((resolve) => {
        const observer = new MutationObserver(look)
        // What a frame has changed is on the screen when the next one begins.
        const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now)))
        function look() {
          if (!seen()) return
          observer.disconnect()
          afterPaint()
        }
        observer.observe(document, { subtree: true, childList: true, characterData: true })
        look()
      }),
  }
  for (const type of ['keydown', 'click', 'paste', 'change']) {
    addEventListener(
      type,
      (event) => {
        recording.lastInput = event.timeStamp
      },
      { capture: true },
    )
  }
  window.recording = recording
}
