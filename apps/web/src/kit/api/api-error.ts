import { type ErrorBody, errorBody } from '@quatrain/contract/kit/errors.ts'

export type FailureCode = ErrorBody['code'] | 'no_answer' | 'too_late' | 'unexpected_answer'

/**
 * Every failure of a call. `message` is a sentence for users; programs use `code`. It is not the `CallError` of scripts, whose package has no
 * types of the contract and accepts the codes of any console: here a comparison with a code that does not exist is an error.
 */
export class ApiError extends Error {
  readonly code: FailureCode
  /** 0 if there is no response. */
  readonly status: number
  readonly source: ErrorBody['source']
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined

  constructor(code: FailureCode, status: number, message: string, body?: Partial<ErrorBody>, cause?: unknown) {
    super(message, { cause })
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.source = body?.source ?? 'internal-api'
    this.fields = body?.fields ?? {}
    this.requestId = body?.requestId
  }
}

/**
 * The error of a refusal. If the body is not the server's own, for example from a proxy, it contains the request and
 * the status, in the wording of the specification (part 1, section 8).
 */
export function refusal(response: Response, body: unknown, { method, url }: Asked): ApiError {
  const { data } = errorBody.safeParse(body)
  if (data) return new ApiError(data.code, response.status, data.detail, data)
  const code = codeOfStatus[response.status] ?? 'unexpected_answer'
  const status = `${response.status} ${response.statusText}`.trim()
  return new ApiError(code, response.status, `${status} in ${method === 'GET' ? 'fetch' : method} ${url}`)
}

interface Asked {
  readonly method: string
  readonly url: string
}

const codeOfStatus: Readonly<Record<number, FailureCode>> = {
  401: 'not_authenticated',
  403: 'not_allowed',
  404: 'not_found',
  429: 'too_many_attempts',
  503: 'unavailable',
}

/** The session of the call has ended, which the whole page handles. */
export const isSessionLost = (error: unknown): boolean => isApiError(error, 'not_authenticated', 'user_changed')

export const isApiError = (error: unknown, ...codes: readonly FailureCode[]): error is ApiError =>
  error instanceof ApiError && (codes.length === 0 || codes.includes(error.code))
