import { CallError, type ConsoleClient } from '@quatrain/client'
import type { AnswerOf, CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { z } from 'zod'

/** Calls an endpoint of the console, with the version that a change is based on. Throws `CallError`. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  ifMatch?: string,
) => Promise<{ readonly answer: AnswerOf<E>; readonly etag: string | undefined }>

/** The calls of one console, whose answers have to be those of this version. */
export const callerOf =
  (client: ConsoleClient): Call =>
  async <E extends Endpoint>(endpoint: E, input: CallOf<E>, ifMatch?: string) => {
    const name = `${endpoint.method} ${endpoint.path}`
    const { answer, etag } = await client.send(name, { ...input, ifMatch })
    const expected = z.safeParse<E['answer']>(endpoint.answer, answer)
    if (expected.success) return { answer: expected.data, etag }
    throw new CallError(`The answer to ${name} is not what this version of quatrain expects.`, {})
  }
