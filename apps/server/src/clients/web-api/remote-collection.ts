import { createdEnvelope, dataEnvelope, messageEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { z } from 'zod'
import type { RemoteCollection, RemoteReading } from '#request/context/web-api.ts'
import type { Ask } from './call.ts'
import { isMissing } from './upstream-error.ts'
import { withoutGaps } from './without-gaps.ts'

interface Options<Item> {
  /** The address of the collection, without the id. */
  readonly path: string
  readonly item: z.ZodType<Item>
  readonly nameOf: (item: Item) => string
}

/**
 * Declares a collection of the Web API, which is called through the `ask` of each request. Its schemas are made once: zod compiles
 * a schema when it is used first.
 */
export function remoteCollection<Item extends object>({ path, item, nameOf }: Options<Item>) {
  const readable = unchanged(item)
  const answer = dataEnvelope(readable)
  const changed = answer.or(messageEnvelope)
  const documentPath = (id: string) => `${path}/${encodeURIComponent(id)}`
  const list = async (ask: Ask, query = '') => (await ask({ method: 'GET', path: `${path}${query}` }, answer)).body.data
  return <Input extends object>(ask: Ask): RemoteCollection<Item, Input> => ({
    nameOf,
    list: () => list(ask),
    readAll: async () => separated((await ask({ method: 'GET', path }, anyEnvelope)).body.data, readable),
    async named(name) {
      const items = await list(ask, `?name=${encodeURIComponent(name)}`)
      return items.filter((item) => nameOf(item) === name)
    },
    find: (id) =>
      orUndefined(async () => {
        const { body, etag } = await ask({ method: 'GET', path: documentPath(id) }, answer)
        const [item] = body.data
        return item && { ...item, etag }
      }),
    async add(document) {
      return (await ask({ method: 'POST', path, body: document }, createdEnvelope)).body.data.id
    },
    async change(id, document, etag) {
      const request = { method: 'PUT', path: documentPath(id), body: { id, ...document }, ifMatch: etag } as const
      const { body, isRepresentation } = await ask({ ...request, preferRepresentation: true }, changed)
      return isRepresentation && 'data' in body ? body.data[0] : undefined
    },
    async remove(id, etag) {
      await orUndefined(() => ask({ method: 'DELETE', path: documentPath(id), ifMatch: etag }, messageEnvelope))
    },
  })
}

/**
 * Accepts what the schema accepts, and returns it unchanged, except for lists that are null: a change must not lose fields
 * that the schema does not declare, at any depth.
 */
const unchanged = <Item>(item: z.ZodType<Item>): z.ZodType<Item> =>
  z.preprocess(
    (value) => withoutGaps(item, value),
    z.custom<Item>().superRefine((value, context) => {
      for (const { path, message } of item.safeParse(value).error?.issues ?? []) {
        context.addIssue({ code: 'custom', path, message })
      }
    }),
  )

const anyEnvelope = dataEnvelope(z.unknown())
const text = z.string().catch('')
/** Documents of reports have their names in `info`. */
const identified = z
  .object({ id: text, name: text, info: z.object({ name: text }).catch({ name: '' }) })
  .catch({ id: '', name: '', info: { name: '' } })
  .transform(({ id, name, info }) => ({ id, name: name || info.name }))

function separated<Item>(data: readonly unknown[], item: z.ZodType<Item>): RemoteReading<Item> {
  const parsed = data.map((received) => ({ given: received, ...item.safeParse(received) }))
  return {
    items: parsed.flatMap(({ success, data }) => (success ? [data] : [])),
    unreadable: parsed.flatMap(({ given, error }) =>
      error
        ? [
            {
              ...identified.parse(given),
              problem: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)[0] ?? '',
            },
          ]
        : [],
    ),
  }
}

/** Undefined if the Web API says that the object does not exist. Throws the other errors of `ask`. */
export async function orUndefined<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
