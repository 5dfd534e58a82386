import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'

export type Document = Readonly<Record<string, unknown>>

/** The side effects of a dry run. */
export type Preview = Omit<DryRun, 'notices'>

/** The state of the recorder in one request. */
export interface Recording {
  isDone: boolean
  /** Set by a dry run. */
  preview?: Preview
}
