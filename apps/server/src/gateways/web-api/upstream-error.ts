import { AppError } from '@quatrain/platform/errors.ts'

/**
 * The Web API did not do what it was asked. `answered`: it said so itself, so nothing happened there. Otherwise
 * nobody knows: a call that timed out, or an answer that makes no sense, may have been carried out all the same.
 */
export class UpstreamError extends AppError {
  readonly answered: boolean
  readonly status: number | undefined
  constructor(detail: string, options: { answered: boolean; status?: number; cause?: unknown }) {
    super('upstream_failed', detail, { source: 'web-api', cause: options.cause })
    this.answered = options.answered
    this.status = options.status
  }
}

/** Was this failure an answer of the Web API, so that nothing happened there? */
export const wasAnswered = (error: unknown): boolean => error instanceof UpstreamError && error.answered
