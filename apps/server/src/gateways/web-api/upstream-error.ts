import { AppError } from '@quatrain/platform/errors.ts'

interface Outcome {
  /**
   * The service said itself that it did not do it, or the call never got there. Otherwise nobody knows: a call that
   * timed out, or an answer that makes no sense, may have been carried out all the same.
   */
  readonly certainlyNotApplied: boolean
  /** The service said that it has nothing by the id it was asked for. */
  readonly isMissing?: boolean
  readonly cause?: unknown
}

/** The Web API did not do what it was asked, or did not say so. */
export class UpstreamError extends AppError {
  readonly certainlyNotApplied: boolean
  readonly isMissing: boolean
  constructor(detail: string, { certainlyNotApplied, isMissing = false, cause }: Outcome) {
    super('upstream_failed', detail, { source: 'web-api', cause })
    this.certainlyNotApplied = certainlyNotApplied
    this.isMissing = isMissing
  }
}

/** Is it certain that the Web API did not carry out the call that failed like this? */
export const certainlyNotApplied = (error: unknown): boolean =>
  error instanceof UpstreamError && error.certainlyNotApplied

/** Did the Web API say that it has nothing by this id? */
export const isMissing = (error: unknown): boolean => error instanceof UpstreamError && error.isMissing
