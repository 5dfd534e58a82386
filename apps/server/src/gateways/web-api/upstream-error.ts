import { AppError } from '@quatrain/platform/errors.ts'

/**
 * The Web API did not do what it was asked. `nothingHappened`: it said so itself, or the call never got there.
 * Otherwise nobody knows: a call that timed out, or an answer that makes no sense, may have been carried out all the same.
 */
export class UpstreamError extends AppError {
  readonly nothingHappened: boolean
  readonly status: number | undefined
  constructor(detail: string, options: { nothingHappened: boolean; status?: number; cause?: unknown }) {
    super('upstream_failed', detail, { source: 'web-api', cause: options.cause })
    this.nothingHappened = options.nothingHappened
    this.status = options.status
  }
}

/** Is it certain that the Web API did not carry out the call that failed like this? */
export const nothingHappened = (error: unknown): boolean => error instanceof UpstreamError && error.nothingHappened
