import { z } from 'zod'

/** The codes of error bodies with their HTTP statuses (decision D8). */
export const statusOfCode = {
  invalid_input: 400,
  not_authenticated: 401,
  not_allowed: 403,
  reauthentication_required: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  already_exists: 409,
  in_use: 409,
  user_changed: 409,
  archived: 410,
  stale_version: 412,
  too_large: 413,
  unsupported_media_type: 415,
  partly_done: 418,
  version_required: 428,
  too_many_attempts: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOfCode

const errorCodes = Object.keys(statusOfCode) as [ErrorCode, ...ErrorCode[]]

/**
 * The body of every refusal. `detail` is a sentence for users; programs use `code`. `fields` maps the path of a field
 * (`services.3.metric`) to its error. `source` names the store that failed; the machine API, whose clients know only
 * one store, names only the Web API.
 */
export const errorBody = z.object({
  code: z.enum(errorCodes),
  detail: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  source: z.enum(['web-api', 'internal-api']).optional(),
  requestId: z.string(),
})

export type ErrorBody = z.output<typeof errorBody>
