import { AppError } from '@quatrain/platform/errors.ts'

interface Outcome {
  /**
   * The service refused the call, or the call never reached it. Otherwise the outcome is unknown: a call that timed
   * out, or that got an invalid response, may have been performed.
   */
  readonly certainlyNotApplied: boolean
  /** The service said that it has no object with the requested id. */
  readonly isMissing?: boolean
  /** The response is longer than the caller accepts. */
  readonly isTooLarge?: boolean
  /** The status of the response, if the service refused the call. */
  readonly status?: number
  readonly cause?: unknown
}

/** The Web API did not perform a call, or did not confirm it. */
export class UpstreamError extends AppError {
  readonly certainlyNotApplied: boolean
  readonly isMissing: boolean
  readonly isTooLarge: boolean
  readonly status: number | undefined
  constructor(detail: string, { certainlyNotApplied, isMissing = false, isTooLarge = false, status, cause }: Outcome) {
    // The caller has sent too much, and can send less.
    super(status === 413 ? 'too_large' : 'upstream_failed', detail, { source: 'web-api', cause })
    this.certainlyNotApplied = certainlyNotApplied
    this.isMissing = isMissing
    this.isTooLarge = isTooLarge
    this.status = status
  }
}

/** Whether it is certain that the Web API did not perform the failed call. */
export const certainlyNotApplied = (error: unknown): boolean =>
  error instanceof UpstreamError && error.certainlyNotApplied

/** Whether the Web API said that it has no object with this id. */
export const isMissing = (error: unknown): boolean => error instanceof UpstreamError && error.isMissing

/** The status with which the Web API refused the call; undefined if it did not refuse it. */
export const refusedWith = (error: unknown): number | undefined =>
  error instanceof UpstreamError ? error.status : undefined

/** Whether the Web API said that the state is the one that the caller knows. */
export const isNotModified = (error: unknown): boolean => refusedWith(error) === 304

/** Whether the response of the Web API was longer than the caller accepts. */
export const isTooLarge = (error: unknown): boolean => error instanceof UpstreamError && error.isTooLarge

/** The Web API refused a call, possibly because it had performed it already, and what it has now cannot be read. */
export const unexplainedRefusal = (cause: unknown): UpstreamError =>
  new UpstreamError('The Web API refused the change, and what it has now cannot be read.', {
    certainlyNotApplied: false,
    cause,
  })
