import type { z } from 'zod'
import { requestedDay } from './days.ts'
import type { Answer, Context, Operation, RequestInput } from './operation.ts'

/** A write of the list of one day. */
export interface DayWrite {
  readonly day: string
  readonly ifMatch: string | undefined
}

/** What a write has done, as its response tells it. */
interface Outcome {
  readonly what: 'created' | 'updated' | 'deleted'
  readonly code: '200' | '201'
}

/** A list that is written as a whole for one day: `Input` is what a body contains, `Written` what the service returns. */
interface DayListWrites<Input, Written> {
  /** What the entries are called. */
  readonly label: string
  /** The schema of submitted lists. */
  readonly body: z.ZodType
  readonly bodyLimit: number
  readonly isStreamed?: true
  /** The schema of all responses. */
  readonly answer: z.ZodType
  /** Throws a refusal for a malformed body. */
  read(asked: RequestInput): Input | Promise<Input>
  /** Throws a refusal if the day has a list. */
  add(ctx: Context, write: DayWrite, input: Input): Promise<Written>
  change(ctx: Context, write: DayWrite, input: Input): Promise<Written>
  /** Throws a refusal if the day has no list. */
  remove(ctx: Context, write: DayWrite): Promise<Written>
  /** The response to a write, with the entity tag of the list. */
  answerOf(ctx: Context, write: DayWrite, outcome: Outcome, written: Written): Answer
}

/** `POST`, `PUT` and `DELETE` of such a list. The date is checked before the body. */
export function writesOfDay<Input, Written>(list: DayListWrites<Input, Written>) {
  const { label, answer, body, bodyLimit, isStreamed } = list
  const reads = { query: ['date'], headers: ['if-match'] } as const
  const shared = { right: 'write', reads, answer, body, bodyLimit, ...(isStreamed && { isStreamed }) } as const
  const storing = (store: typeof list.add, outcome: Outcome) => async (ctx: Context, asked: RequestInput) => {
    const write = writeOf(ctx, asked)
    return list.answerOf(ctx, write, outcome, await store(ctx, write, await list.read(asked)))
  }
  return {
    POST: {
      summary: `Add the ${label} of a day`,
      ...shared,
      status: 201,
      handle: storing(list.add, { what: 'created', code: '201' }),
    },
    PUT: {
      summary: `Add or replace the ${label} of a day`,
      ...shared,
      handle: storing(list.change, { what: 'updated', code: '200' }),
    },
    DELETE: {
      summary: `Delete the ${label} of a day`,
      right: 'write',
      reads,
      answer,
      async handle(ctx, asked) {
        const write = writeOf(ctx, asked)
        const outcome = { what: 'deleted', code: '200' } as const
        const { body } = list.answerOf(ctx, write, outcome, await list.remove(ctx, write))
        // The deleted list has no state that a client could name.
        return { body }
      },
    },
  } as const satisfies Readonly<Record<string, Operation>>
}

const writeOf = ({ now }: Context, { query, ifMatch }: RequestInput): DayWrite => ({
  day: requestedDay(query.date, now),
  ifMatch,
})
