import type { ErrorBody, ErrorCode } from '@quatrain/contract/kit/errors.ts'
import { fieldLabel } from '@quatrain/contract/kit/field-labels.ts'

interface Extra {
  /** Path of each invalid field, with its error. */
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

/** The error 404 of an object that does not exist for this tenant; `subject` names its kind. */
export const notFound = (subject: string) => new AppError('not_found', `${subject} not found.`)
const noCredentials = 'Authentication credentials were not provided.'
/** The error 401 of a request without a session or a valid key. */
export const notAuthenticated = () => new AppError('not_authenticated', noCredentials)
/** The same as 403, which clients of the machine API expect. */
export const machineNotAuthenticated = () => new AppError('not_allowed', noCredentials)
/** The error 403 of a user whose rights do not include the operation. */
export const notAllowed = (detail = 'You do not have permission to perform this action.') =>
  new AppError('not_allowed', detail)
/** The browser asks for the password, and repeats the call. */
export const reauthenticationRequired = () =>
  new AppError('reauthentication_required', 'Confirm that it is you: this needs a login of the last ten minutes.')
/** The browser leads to the set-up. */
export const secondFactorRequired = () =>
  new AppError('second_factor_required', 'Set up a second factor first: it is required of you.')
/** The error 405 of an address that has other methods. */
export const methodNotAllowed = (method: string) =>
  new AppError('method_not_allowed', `Method "${method}" not allowed.`)
/** The error 409 of an object that has dependents; `detail` names them. */
export const inUse = (detail: string) => new AppError('in_use', detail)
/** The page shows another user than that of the session. */
export const userChanged = () =>
  new AppError('user_changed', 'Somebody else has logged in with this browser meanwhile. Nothing was done.')
/** The error 409 of a name that is taken; `subject` names the kind, `field` the input with the name. */
export const alreadyExists = (subject: string, field: string) =>
  new AppError('already_exists', `${subject} already exists.`, { fields: { [field]: 'Already exists' } })
/** The error 412 of a write that is based on an older row version; `subject` names the object. */
export const staleVersion = (subject: string) =>
  new AppError('stale_version', `${subject} was changed by somebody else after you opened it.`)

type Fields = Iterable<readonly [path: string, message: string]>

/** Maximum number of fields in a response. */
export const maxFields = 50
const maxFieldsInSentence = 5

/**
 * Invalid input; `fields` maps paths to errors. If a field occurs twice, the last error is used. The first 50 fields
 * are listed, and the message says how many more there are.
 */
export function invalidInput(fields: Readonly<Record<string, string>> | Fields): AppError {
  const reported = new Map<string, string>()
  let more = 0
  for (const [path, message] of Symbol.iterator in fields ? fields : Object.entries(fields)) {
    if (reported.size < maxFields || reported.has(path)) reported.set(path, message)
    else more += 1
  }
  return new AppError('invalid_input', sentenceOf([...reported], more), { fields: Object.fromEntries(reported) })
}

/** A field that no schema knows has no other name than the sent one. */
export const unknownField = 'Unknown field'

/** `Name: Required. Services 4, metric: Required.` and the number of others. */
function sentenceOf(fields: readonly (readonly [string, string])[], unreported: number): string {
  const reported = fields.slice(0, maxFieldsInSentence).map(([path, message]) => {
    const name = message === unknownField ? path : fieldLabel(path)
    return `${name}: ${message}${/[.!?]$/.test(message) ? '' : '.'}`
  })
  const more = fields.length - reported.length + unreported
  return [...reported, ...(more > 0 ? [`${more} more.`] : [])].join(' ')
}
