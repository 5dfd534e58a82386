import type { ErrorBody, ErrorCode } from '@quatrain/contract/kit/errors.ts'

interface Extra {
  /** Path of each field at fault, with what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>>
  readonly source?: ErrorBody['source']
  readonly cause?: unknown
}

/** The only error a feature throws on purpose. Anything else is a bug and becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extra: Extra
  constructor(code: ErrorCode, detail: string, extra: Extra = {}) {
    super(detail, { cause: extra.cause })
    this.name = 'AppError'
    this.code = code
    this.extra = extra
  }
}

export const notFound = (what: string) => new AppError('not_found', `${what} not found.`)
export const notAuthenticated = () => new AppError('not_authenticated', 'Authentication credentials were not provided.')
export const notAllowed = (detail = 'You do not have permission to perform this action.') =>
  new AppError('not_allowed', detail)
export const methodNotAllowed = (method: string) =>
  new AppError('method_not_allowed', `Method "${method}" not allowed.`)
export const inUse = (detail: string) => new AppError('in_use', detail)
export const alreadyExists = (what: string, field: string) =>
  new AppError('already_exists', `${what} already exists.`, { fields: { [field]: 'Already exists' } })
export const staleVersion = (what: string) =>
  new AppError('stale_version', `${what} was changed by somebody else after you opened it.`)

/** A rule is broken; `fields` says where and how. */
export const invalidInput = (fields: Readonly<Record<string, string>>) =>
  new AppError('invalid_input', sentenceOf(fields), { fields })

const mostFieldsInSentence = 5

/** `name: Required. services.3.metric: Required.` and how many more there are. */
function sentenceOf(fields: Readonly<Record<string, string>>): string {
  const entries = Object.entries(fields)
  const told = entries.slice(0, mostFieldsInSentence).map(([path, message]) => `${path}: ${message}.`)
  const rest = entries.length - told.length
  return [...told, ...(rest > 0 ? [`${rest} more.`] : [])].join(' ')
}
