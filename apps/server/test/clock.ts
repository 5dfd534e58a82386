export interface Clock {
  now(): Date
  /** Advances the clock by this many seconds. */
  pass(seconds: number): void
}

/** A clock that only advances explicitly. */
export function clockAt(start: string): Clock {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    pass: (seconds) => {
      at += seconds * 1000
    },
  }
}
