import type { Parsed } from '@quatrain/contract/kit/endpoint.ts'
import type { z } from 'zod'
import type { Answer, Context, Endpoint, RequestInput } from './endpoint.ts'
import { headersOf, queryOf } from './parameters.ts'
import type { Serve } from './serve.ts'

/** A write of the list of one day. */
export type DayWrite = Pick<RequestInput, 'day' | 'ifMatch'>

/** What a write has done, as its response tells it. */
interface Outcome {
  readonly participle: 'created' | 'updated' | 'deleted'
  readonly code: '200' | '201'
}

/** A list that is written as a whole for one day: `Input` is what a body contains, `Written` what the service returns. */
interface DayListWrites<Body extends z.ZodType, Input, Written>
  extends Pick<Endpoint, 'path' | 'bodyLimit' | 'isStreamed' | 'answer'> {
  /** What the entries are called. */
  readonly label: string
  /** The schema of submitted lists. */
  readonly body: Body
  /** Throws a refusal for a malformed body. */
  read(input: RequestInput<Parsed<Body>>): Input | Promise<Input>
  /** Throws a refusal if the day has a list. */
  add(ctx: Context, write: DayWrite, input: Input): Promise<Written>
  change(ctx: Context, write: DayWrite, input: Input): Promise<Written>
  /** Throws a refusal if the day has no list. */
  remove(ctx: Context, write: DayWrite): Promise<Written>
  /** The response to a write, with the entity tag of the list. */
  answerOf(ctx: Context, write: DayWrite, outcome: Outcome, written: Written): Answer
}

/** `POST`, `PUT` and `DELETE` of such a list. The date is checked before the body. */
export function serveWritesOfDay<Body extends z.ZodType, Input, Written>(
  serve: Serve,
  list: DayListWrites<Body, Input, Written>,
) {
  const { label, path, answer } = list
  const [query, headers] = [queryOf('date'), headersOf('if-match')]
  const written = { path, caller: 'writer', query, headers, answer } as const
  const { body, bodyLimit, isStreamed } = list
  const writeEndpoint = { ...written, body, ...(bodyLimit && { bodyLimit }), ...(isStreamed && { isStreamed }) }
  const storing =
    (store: typeof list.add, outcome: Outcome) => async (ctx: Context, input: RequestInput<Parsed<Body>>) => {
      const write = { day: input.day, ifMatch: input.ifMatch }
      return list.answerOf(ctx, write, outcome, await store(ctx, write, await list.read(input)))
    }
  serve(
    { ...writeEndpoint, method: 'POST', summary: `Add the ${label} of a day` },
    storing(list.add, { participle: 'created', code: '201' }),
  )
  serve(
    { ...writeEndpoint, method: 'PUT', summary: `Add or replace the ${label} of a day` },
    storing(list.change, { participle: 'updated', code: '200' }),
  )
  serve({ ...written, method: 'DELETE', summary: `Delete the ${label} of a day` }, async (ctx, { day, ifMatch }) => {
    const write = { day, ifMatch }
    const { body } = list.answerOf(ctx, write, { participle: 'deleted', code: '200' }, await list.remove(ctx, write))
    // The deleted list has no state that a client could name.
    return { body }
  })
}
