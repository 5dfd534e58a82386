/** What `record` leaves in a page. Times are those of the page's clock in milliseconds. */
export interface Recording {
  /** Entries of the browser: from an interaction to the next paint; those under 16 ms are missing. */
  readonly interactions: { readonly id: number; readonly duration: number }[]
  /** The last key, click, paste or choice of a file. */
  lastInput: number
  /** Milliseconds from the last input to the paint after which `seen` has become true. */
  untilPainted(seen: () => boolean): Promise<number>
  /** The time of the paint after which `seen` has become true. */
  painted(seen: () => boolean): Promise<number>
}

declare global {
  interface Window {
    recording: Recording
  }
}

/** Runs in every page before its own scripts. It is sent as text, so it can use nothing from this module. */
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
        // The changes of a frame are on the screen when the next frame begins.
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
