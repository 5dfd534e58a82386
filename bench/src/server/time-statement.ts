import type { Observer } from '@quatrain/platform/testing/observed-engine.ts'

/** A statement with the milliseconds until its rows were received, including the round trip. */
export interface TimedStatement {
  readonly text: string
  readonly took: number
}

/** Measures how long a statement takes, also if it fails. */
export const timeStatement: Observer<TimedStatement> = ({ text }) => {
  const begun = performance.now()
  return () => ({ text, took: performance.now() - begun })
}
