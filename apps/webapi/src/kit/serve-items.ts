import { createdEnvelope, dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { type DatedKind, datedItems } from './dated-kind.ts'
import { requestedDay } from './days.ts'
import { changedAnswer, createdBody, dataBody, messageBody } from './envelopes.ts'
import { tagOf, tagWithNames } from './etags.ts'
import { readBody, storable } from './json-body.ts'
import { basePath, type Serve } from './serve.ts'

/** The five operations of a dated kind, at the addresses `/{path}` and `/{path}/{id}`. */
export function serveDatedKind<Input extends { readonly name: string }>(serve: Serve, kind: DatedKind<Input>) {
  const { says, label, body: bodySchema, bodyLimit } = kind
  const items = datedItems(kind)
  const answer = dataEnvelope(kind.item)

  serve(`/${kind.path}`, {
    GET: {
      summary: `List the ${label.many} of a day`,
      right: 'read',
      reads: { query: ['date', 'name'] },
      answer,
      async handle(ctx, { query }) {
        const day = requestedDay(query.date, ctx.now)
        return { body: dataBody(await items.findAll(ctx, day, storable(query.name ?? ''))) }
      },
    },
    POST: {
      summary: `Add ${label.one}`,
      right: 'write',
      reads: { query: ['date'] },
      body: bodySchema,
      bodyLimit,
      answer: createdEnvelope,
      status: 201,
      async handle(ctx, { query, body, host }) {
        const day = requestedDay(query.date, ctx.now)
        const id = await items.add(ctx, day, readBody(body, bodySchema))
        const self = `https://${host}${basePath}/${kind.path}/${id}`
        return { body: createdBody(says.added, id, self), etag: tagOf(id, 1) }
      },
    },
  })

  serve(`/${kind.path}/:id`, {
    GET: {
      summary: `Read ${label.one} in the version of a day`,
      right: 'read',
      reads: { query: ['date'], headers: ['if-none-match'] },
      answer,
      async handle(ctx, { params, query }) {
        const id = params.id ?? ''
        const item = await items.find(ctx, requestedDay(query.date, ctx.now), id)
        const etag = kind.reference ? tagWithNames(id, item.changes, item.json) : tagOf(id, item.changes)
        return { body: dataBody(item.json), etag }
      },
    },
    PUT: {
      summary: `Replace ${label.one} from a day on`,
      right: 'write',
      reads: { query: ['date'], headers: ['if-match', 'prefer'] },
      body: bodySchema,
      bodyLimit,
      answer: messageEnvelope.or(answer),
      async handle(ctx, { params, query, body, ifMatch, prefersRepresentation }) {
        const day = requestedDay(query.date, ctx.now)
        const id = params.id ?? ''
        const { json, changes, isNewDay } = await items.change(ctx, day, id, readBody(body, bodySchema), ifMatch)
        const stored = { json, etag: tagOf(id, changes), isPreferred: prefersRepresentation }
        return changedAnswer(isNewDay ? says.changedOnNewDay : says.changed, stored)
      },
    },
    DELETE: {
      summary: `Delete ${label.one}`,
      right: 'write',
      reads: { headers: ['if-match'] },
      answer: messageEnvelope,
      async handle(ctx, { params, ifMatch }) {
        await items.remove(ctx, params.id ?? '', ifMatch)
        return { body: messageBody(says.deleted) }
      },
    },
  })
}
