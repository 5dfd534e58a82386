import { type ErrorBody, errorBody, statusOfCode } from '@quatrain/contract/kit/errors.ts'
import { expect } from 'vitest'
import type { Answer } from './test-app.ts'

/** Expects a refusal in the common format. Returns its body without the request ID. */
export function refusal({ status, body, headers }: Answer): Omit<ErrorBody, 'requestId'> {
  const { requestId, ...result } = errorBody.strict().parse(body)
  expect(status).toBe(statusOfCode[result.code])
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['x-request-id']).toBe(requestId)
  return result
}
