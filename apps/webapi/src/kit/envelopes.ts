import type { createdEnvelope, errorEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { z } from 'zod'
import type { Problem, Refusal } from './refusals.ts'

/** Items are always a list, also a single one. They come as JSON, separated by commas: mostly the database has written it. */
export const dataBody = (items: string, message = 'Success') =>
  new WrittenJson(`{"status":${JSON.stringify({ message, code: '200' })},"data":[${items}]}`)

export const messageBody = (message: string): z.output<typeof messageEnvelope> => ({ status: { message, code: '200' } })

export const createdBody = (message: string, id: string, self: string): z.output<typeof createdEnvelope> => ({
  status: { message, code: '201' },
  data: { id, links: { self } },
})

const mostProblems = 100
const mostInSentence = 5

/** Some clients read only `status.details`, some only `errors`: every refusal has both. */
export function errorBody(refusal: Refusal): z.output<typeof errorEnvelope> {
  const { status, title, problems, isAlsoFlat, message } = refusal
  const code = String(status)
  const details = cut(problems, mostInSentence).map((problem) => problem.details)
  return {
    ...(isAlsoFlat && { message, code }),
    status: { message: title, code, details: details.join('; ') },
    errors: cut(problems, mostProblems).map(({ title, details }) => ({ message: title, code, details })),
  }
}

function cut(problems: readonly Problem[], most: number): readonly Problem[] {
  const last = problems[most]
  if (!last) return problems
  return [...problems.slice(0, most), { ...last, details: `and ${problems.length - most} more` }]
}
