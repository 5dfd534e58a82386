import { AppError } from '@quatrain/platform/errors.ts'

interface Outcome {
  /**
   * The service refused the call, or the call never reached it. Otherwise the outcome is unknown: a call that timed
   * out, or that got an invalid response, may have been performed.
   */
  readonly certainlyNotApplied: boolean
  /** The service said that it has no object with the requested id. */
  readonly isMissing?: boolean
  readonly cause?: unknown
}

/** The Web API did not perform a call, or did not confirm it. */
export class UpstreamError extends AppError {
  readonly certainlyNotApplied: boolean
  readonly isMissing: boolean
  constructor(detail: string, { certainlyNotApplied, isMissing = false, cause }: Outcome) {
    super('upstream_failed', detail, { source: 'web-api', cause })
    this.certainlyNotApplied = certainlyNotApplied
    this.isMissing = isMissing
  }
}

/** Whether it is certain that the Web API did not perform the failed call. */
export const certainlyNotApplied = (error: unknown): boolean =>
  error instanceof UpstreamError && error.certainlyNotApplied

/** Whether the Web API said that it has no object with this id. */
export const isMissing = (error: unknown): boolean => error instanceof UpstreamError && error.isMissing
