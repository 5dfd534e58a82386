import type { createdEnvelope, errorEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { shortened } from '@quatrain/platform/shortened.ts'
import type { z } from 'zod'
import type { Answer } from './endpoint.ts'
import type { Problem, Refusal } from './refusals.ts'

/** Items are always a list, even a single one. They are comma-separated JSON, mostly written by the database. */
export const dataBody = (items: string, message = 'Success') =>
  new WrittenJson(`{"status":${JSON.stringify({ message, code: '200' })},"data":[${items}]}`)

export const messageBody = (message: string, code: '200' | '201' = '200'): z.output<typeof messageEnvelope> => ({
  status: { message, code },
})

/** The response to a change: the stored item if the client prefers it, else only the message. */
export const changedAnswer = (
  message: string,
  { json, etag, isPreferred }: { readonly json: string; readonly etag: string; readonly isPreferred: boolean },
): Answer =>
  isPreferred ? { body: dataBody(json, message), etag, isRepresentation: true } : { body: messageBody(message), etag }

export const createdBody = (message: string, id: string, self: string): z.output<typeof createdEnvelope> => ({
  status: { message, code: '201' },
  data: { id, links: { self } },
})

const maxProblems = 100
const maxInSentence = 5
/** Maximum length of a message: messages quote submitted texts, and a long name could be quoted a hundred times. */
const longestDetails = 1000

/**
 * Returns the body of a refusal. Some clients read only `status.details`, some only `errors`: every refusal contains both, unless clients
 * expect none.
 */
export function errorBody(refusal: Refusal): z.output<typeof errorEnvelope> {
  const { status, title, problems, flat, message } = refusal
  const code = String(status)
  const sentence = flat && { message: shortened(message, longestDetails), code }
  if (flat === 'only') return { ...sentence }
  const details = cut(problems, maxInSentence).map((problem) => problem.details)
  return {
    ...sentence,
    status: { message: title, code, details: details.join('; ') },
    errors: cut(problems, maxProblems).map(({ title, details }) => ({ message: title, code, details })),
  }
}

function cut(problems: readonly Problem[], most: number): readonly Problem[] {
  const reported = problems
    .slice(0, most)
    .map(({ title, details }) => ({ title, details: shortened(details, longestDetails) }))
  const last = problems[most]
  return last ? [...reported, { ...last, details: `and ${problems.length - most} more` }] : reported
}
