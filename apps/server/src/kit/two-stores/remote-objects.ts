import { isDeepStrictEqual } from 'node:util'
import { AppError, inUse } from '@quatrain/platform/errors.ts'
import type { z } from 'zod'
import { refusedWith, UpstreamError, unexplainedRefusal } from '#clients/web-api/upstream-error.ts'
import { withArticle } from '#kit/resource/label.ts'
import type { Context } from '#request/context/context.ts'
import type { Collections, Formats, RemoteCollection, RemoteReading, Tag, WebApi } from '#request/context/web-api.ts'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'
import { type Fields, fieldsDeclared, type Identities, wholeDocument } from './document-fields.ts'

/** What only the console stores of an object, and the name that it has there; without one the console does not have it. */
export interface OwnFields {
  readonly groupname: string
  readonly description: string
  readonly name?: string | undefined
}

/** How objects are stored in a collection of the Web API. `Content` is what a write of the console has, without the id. */
interface Definition<Name extends keyof Formats, Content> {
  readonly label: { readonly one: string }
  /** The schema of its documents. A change keeps the fields that it does not declare. */
  readonly item: z.ZodType<Formats[Name]['item']>
  /** The lists of a document whose items keep such fields, with the fields that identify an item. */
  readonly identities?: Identities
  /** The object as an input of the Web API; `current` is its document there, unless the object is being added. */
  readonly toRemote: (
    content: Content,
    place: { readonly tenant: Tenant; readonly current?: Formats[Name]['item'] | undefined },
  ) => Formats[Name]['input']
  /** A document of the Web API as content of the console, with the fields that only the console stores. */
  readonly fromRemote: (db: Db, item: Formats[Name]['item'], own: OwnFields) => Promise<Content>
  /** The fields that comparisons use: without those that the Web API sets. By default all declared ones of an input. */
  readonly comparable?: (document: Formats[Name]['item'] | Formats[Name]['input']) => object
  /** The dependents in the Web API, a sentence for each kind, which prevent a delete. */
  readonly dependents?: (webApi: WebApi, apiid: string) => Promise<string[]>
}

/** A document to send, and its compared fields. */
export interface Sent {
  readonly document: object
  readonly comparable: Fields
}

/** An object of the Web API. */
export interface RemoteObject<Content> {
  readonly id: string
  readonly name: string
  readonly etag: Tag
  readonly comparable: () => Fields
  /** Whether it has everything that was sent. */
  readonly isSame: (fields: Fields) => boolean
  readonly content: (db: Db, own: OwnFields) => Promise<Content>
  /** Content that replaces it. Fields that the console does not know are kept: the Web API replaces whole documents. */
  readonly toSend: (ctx: Pick<Context, 'tenant'>, content: Content) => Sent
}

type InWebApi = Pick<Context, 'webApi'>

/** What the console does with a collection of the Web API: `upstream_failed` if the Web API does not perform a call. */
export type RemoteObjects<Content> = ReturnType<typeof remoteObjects<keyof Formats, Content>>

/** The objects of a collection of the Web API. */
export function remoteObjects<Name extends keyof Formats, Content>(name: Name, definition: Definition<Name, Content>) {
  const { item, identities = {}, toRemote, comparable = (document: object) => document, dependents } = definition
  const { one } = definition.label
  // Whole documents have fields that no schema declares.
  const collection = ({ webApi }: { readonly webApi: Collections }): RemoteCollection<Formats[Name]['item'], object> =>
    webApi[name]

  function toSend({ tenant }: Pick<Context, 'tenant'>, content: Content, current?: Formats[Name]['item']): Sent {
    const input = toRemote(content, { tenant, current })
    const document = wholeDocument({ schema: item, identities }, input, current ?? {})
    return { document, comparable: fieldsDeclared(item, comparable(input)) }
  }

  const objectIn = (ctx: InWebApi, document: Formats[Name]['item'], etag?: Tag): RemoteObject<Content> => {
    const fieldsOf = () => fieldsDeclared(item, comparable(document))
    return {
      id: document.id,
      name: collection(ctx).nameOf(document),
      etag,
      comparable: fieldsOf,
      isSame(fields) {
        const stored = fieldsOf()
        return Object.entries(fields).every(([member, value]) => isDeepStrictEqual(stored[member], value))
      },
      content: (db, own) => definition.fromRemote(db, document, own),
      toSend: (ctx, content) => toSend(ctx, content, document),
    }
  }

  /** Undefined if the Web API has no object with this id. */
  async function find(ctx: InWebApi, id: string): Promise<RemoteObject<Content> | undefined> {
    const document = await collection(ctx).find(id)
    return document && objectIn(ctx, document, document.etag)
  }

  /**
   * Throws if the Web API does not have what it has confirmed. Monitoring uses what it has stored: it is read back, unless the
   * response to the write contains it (`stored`).
   */
  async function assertStored(ctx: InWebApi, id: string, { comparable }: Sent, stored?: RemoteObject<Content>) {
    const remoteObject = stored ?? (await find(ctx, id))
    if (!remoteObject?.isSame(comparable)) throw notAsConfirmed()
  }

  /** The dependents in the Web API, a sentence for each kind. */
  const usesOf = async ({ webApi }: InWebApi, apiid: string): Promise<string[]> =>
    (await dependents?.(webApi, apiid)) ?? []

  return {
    item,
    identities,
    find,
    toSend: (ctx: Pick<Context, 'tenant'>, content: Content) => toSend(ctx, content),
    assertStored,
    usesOf,

    async list(ctx: InWebApi): Promise<RemoteObject<Content>[]> {
      return (await collection(ctx).list()).map((document) => objectIn(ctx, document))
    },

    /** All objects; those in another format are unreadable. */
    async readAll(ctx: InWebApi): Promise<RemoteReading<RemoteObject<Content>>> {
      const { items, unreadable } = await collection(ctx).readAll()
      return { items: items.map((document) => objectIn(ctx, document)), unreadable }
    },

    /** None, one, or several if a service does not enforce uniqueness. */
    async named(ctx: InWebApi, name: string): Promise<RemoteObject<Content>[]> {
      return (await collection(ctx).named(name)).map((document) => objectIn(ctx, document))
    },

    /** Returns the id that the Web API assigned. */
    add: (ctx: InWebApi, { document }: Sent): Promise<string> => collection(ctx).add(document),

    /**
     * Sends a change that requires the entity tag. A proxy may send it twice if a process of the Web API ends before it has
     * answered (a PUT is idempotent), and the second one is refused because of the first: then the change was performed.
     * Returns what checks that it is stored.
     */
    async change(ctx: InWebApi, id: string, input: Sent, etag: Tag): Promise<() => Promise<void>> {
      const documents = collection(ctx)
      try {
        const stored = await documents.change(id, input.document, etag)
        return () => assertStored(ctx, id, input, stored && objectIn(ctx, stored))
      } catch (error) {
        if (refusedWith(error) !== 412) throw error
        const remoteObject = await find(ctx, id).catch((cause: unknown) => Promise.reject(unexplainedRefusal(cause)))
        if (!remoteObject?.isSame(input.comparable)) throw error
        return () => assertStored(ctx, id, input, remoteObject)
      }
    },

    /** Also succeeds if the object does not exist any more. */
    remove: (ctx: InWebApi, id: string, etag?: Tag): Promise<void> => collection(ctx).remove(id, etag),

    async assertRemoved(ctx: InWebApi, id: string): Promise<void> {
      if (await find(ctx, id)) throw notAsConfirmed()
    },

    /** Throws `already_exists` if the Web API has an object with this name, which another client added. */
    async assertNameIsFree(ctx: InWebApi, name: string): Promise<void> {
      const [namesake] = await collection(ctx).named(name)
      if (!namesake) return
      const subject = `${withArticle(one)} ${name}`
      throw new AppError('already_exists', `The Web API has ${subject} that is not known here.`, {
        source: 'web-api',
        fields: { name: 'Already exists in the Web API' },
      })
    },

    /** Throws `in_use` with the dependents in the Web API. */
    async assertUnused(ctx: InWebApi, apiid: string): Promise<void> {
      const uses = await usesOf(ctx, apiid)
      if (uses.length > 0) throw inUse(uses.join('\n'))
    },

    /**
     * The refusal of a delete with all dependents: those that the database knows, and those of other kinds in the Web API.
     * Other errors are returned unchanged, and so is the refusal if the Web API cannot be read.
     */
    async withRemoteUses(ctx: InWebApi, apiid: string, error: unknown): Promise<unknown> {
      if (!(error instanceof AppError) || error.code !== 'in_use') return error
      const uses = await usesOf(ctx, apiid).catch(() => [])
      const kindOf = (sentence: string) => sentence.split(': ', 1)[0]
      const knownUses = error.message.split('\n')
      const otherUses = uses.filter((use) => knownUses.every((sentence) => kindOf(sentence) !== kindOf(use)))
      return otherUses.length === 0 ? error : inUse([...knownUses, ...otherUses].join('\n'))
    },
  }
}

export const notAsConfirmed = () =>
  new UpstreamError('The Web API confirmed the change, but what it gives back is something else.', {
    certainlyNotApplied: false,
  })
