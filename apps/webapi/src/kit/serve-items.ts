import { createdEnvelope, dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import type { z } from 'zod'
import type { DatedItem } from './dated-store.ts'
import type { Context } from './endpoint.ts'
import { changedAnswer, createdBody, dataBody, messageBody } from './envelopes.ts'
import { tagOf, tagWithNames } from './etags.ts'
import { headersOf, queryOf } from './parameters.ts'
import { basePath, type Serve } from './serve.ts'

/** What items are called and what they contain. */
export interface DescribedItems<Input> {
  /** What one and several of them are called. */
  readonly label: { readonly one: string; readonly many: string }
  /** Maximum size of a submitted item in bytes. */
  readonly bodyLimit: number
  /** The schema of submitted items; a value of the wrong type refuses the whole request. */
  readonly body: z.ZodType<Input>
  /** The schema of returned items. */
  readonly item: z.ZodType
  readonly says: {
    readonly added: string
    readonly changed: string
    readonly changedOnNewDay: string
    readonly deleted: string
  }
}

/** Items at the addresses `/{path}` and `/{path}/{id}`, and how they are read and written. */
interface ItemKind<Input> extends DescribedItems<Input> {
  /** Its segment of the address. */
  readonly path: string
  /** Whether an item has one version for each day. Without, `date` is ignored and every day is today. */
  readonly hasDays: boolean
  /** Whether items contain names of others, which change without a change of the item. */
  readonly hasNamesOfOthers: boolean
  /** As comma-separated JSON. All of them if the name is empty. */
  findAll(ctx: Context, day: string, name: string): Promise<string>
  find(ctx: Context, day: string, id: string): Promise<DatedItem>
  /** Returns the id of the new item. */
  add(ctx: Context, day: string, input: Input): Promise<string>
  /** Returns the stored item, and whether it had no version for that day. */
  change(ctx: Context, day: string, id: string, input: Input, ifMatch: string | undefined): Promise<ChangedItem>
  remove(ctx: Context, id: string, ifMatch: string | undefined): Promise<unknown>
}

type ChangedItem = DatedItem & { readonly isNewDay: boolean }

/** The five endpoints of such items. */
export function serveItems<Input>(serve: Serve, kind: ItemKind<Input>) {
  const { label, hasDays, says, body, bodyLimit } = kind
  const [all, one] = [`/${kind.path}`, `/${kind.path}/:id`] as const
  const answer = dataEnvelope(kind.item)
  const date = hasDays ? (['date'] as const) : []
  const onDay = (words: string) => (hasDays ? words : '')

  serve(
    {
      method: 'GET',
      path: all,
      caller: 'reader',
      answer,
      query: queryOf(...date, 'name'),
      summary: `List the ${label.many}${onDay(' of a day')}`,
    },
    async (ctx, { day, query }) => ({ body: dataBody(await kind.findAll(ctx, day, query.name ?? '')) }),
  )

  serve(
    {
      method: 'POST',
      path: all,
      caller: 'writer',
      answer: createdEnvelope,
      query: queryOf(...date),
      summary: `Add ${label.one}`,
      body,
      bodyLimit,
    },
    async (ctx, { day, body, host }) => {
      const id = await kind.add(ctx, day, body)
      return { body: createdBody(says.added, id, `https://${host}${basePath}${all}/${id}`), etag: tagOf(id, 1) }
    },
  )

  serve(
    {
      method: 'GET',
      path: one,
      caller: 'reader',
      answer,
      query: queryOf(...date),
      summary: `Read ${label.one}${onDay(' in the version of a day')}`,
      headers: headersOf('if-none-match'),
    },
    async (ctx, { day, params: { id = '' } }) => {
      const { json, changes } = await kind.find(ctx, day, id)
      return {
        body: dataBody(json),
        etag: kind.hasNamesOfOthers ? tagWithNames(id, changes, json) : tagOf(id, changes),
      }
    },
  )

  serve(
    {
      method: 'PUT',
      path: one,
      caller: 'writer',
      answer: messageEnvelope.or(answer),
      query: queryOf(...date),
      summary: `Replace ${label.one}${onDay(' from a day on')}`,
      headers: headersOf('if-match', 'prefer'),
      body,
      bodyLimit,
    },
    async (ctx, { day, params: { id = '' }, body, ifMatch, prefersRepresentation }) => {
      const { json, changes, isNewDay } = await kind.change(ctx, day, id, body, ifMatch)
      const stored = { json, etag: tagOf(id, changes), isPreferred: prefersRepresentation }
      return changedAnswer(isNewDay ? says.changedOnNewDay : says.changed, stored)
    },
  )

  serve(
    {
      method: 'DELETE',
      path: one,
      caller: 'writer',
      answer: messageEnvelope,
      summary: `Delete ${label.one}`,
      headers: headersOf('if-match'),
    },
    async (ctx, { params: { id = '' }, ifMatch }) => {
      await kind.remove(ctx, id, ifMatch)
      return { body: messageBody(says.deleted) }
    },
  )
}
