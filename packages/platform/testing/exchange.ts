import type { Observer } from './observed-engine.ts'

/** A statement with the length of its parameters and of its result. */
export interface Exchange {
  readonly text: string
  readonly sent: number
  readonly received: number
}

/** Measures the data between the process and the database. */
export const measureExchange: Observer<Exchange> =
  ({ text, parameters }) =>
  (answer) =>
    answer && { text, sent: JSON.stringify(parameters).length, received: JSON.stringify(answer.rows).length }
