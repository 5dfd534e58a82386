import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'

export type Document = Readonly<Record<string, unknown>>

/** What a dry run tells of the objects that it touched. */
export type Preview = Omit<DryRun, 'notices'>

/** What the recorder has done for a request. */
export interface Recording {
  isDone: boolean
  /** Of a dry run. */
  preview?: Preview
}
