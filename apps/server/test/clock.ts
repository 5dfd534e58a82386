export interface Clock {
  now(): Date
  /** Goes on by this many seconds. */
  pass(seconds: number): void
}

/** A clock that stands still until it is told to go on. */
export function clockAt(start: string): Clock {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    pass: (seconds) => {
      at += seconds * 1000
    },
  }
}
