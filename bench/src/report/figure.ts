/** One row of the report. */
export interface Figure {
  readonly what: string
  /** What it ran on: a database, a browser. */
  readonly on: string
  readonly measured: string
  /** The cost of the same work without anything around it, measured in the same run. */
  readonly floor?: string
  /** The result for the same client if the bytes of the response are sent from memory, without database and JSON. */
  readonly memory?: string
  /** The slowest statement of the request, with its duration. */
  readonly slowest?: string
  /** The budget in docs/architecture.md; absent for figures without one. */
  readonly budget?: string
  readonly holds?: boolean
}

/** A section of the report. */
export interface Part {
  readonly title: string
  /** How it was measured, in a sentence or two. */
  readonly how: string
  readonly figures: readonly Figure[]
}

export const perSecond = (figure: number) => `${figure.toFixed(figure < 100 ? 1 : 0)}/s`
export const milliseconds = (figure: number) => `${figure.toFixed(figure < 100 ? 1 : 0)} ms`
export const seconds = (figure: number) => `${(figure / 1000).toFixed(2)} s`
export const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const percent = (share: number) => `${Math.round(share * 100)} %`
