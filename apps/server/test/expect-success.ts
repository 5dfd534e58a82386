import { expect } from 'vitest'
import type { Answer } from './test-app.ts'

/** Returns the answer of a successful request. Fails with its body for any other. */
export function expectSuccess(answer: Answer): Answer {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer
}
