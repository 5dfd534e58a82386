/** One line of the report. */
export interface Figure {
  readonly what: string
  /** What it ran on: a database, a browser. */
  readonly on: string
  readonly measured: string
  /** What the same work costs with nothing around it, measured in the same run. */
  readonly floor?: string
  /** What the same client gets when the bytes of the answer are sent from memory, without database and JSON. */
  readonly memory?: string
  /** The slowest statement of the request, with how long it took. */
  readonly slowest?: string
  /** As docs/architecture.md says it; none for what is only told. */
  readonly budget?: string
  readonly holds?: boolean
}

/** A heading with its figures. */
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
