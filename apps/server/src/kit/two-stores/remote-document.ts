import { isDeepStrictEqual } from 'node:util'
import { isMissing, refusedWith, UpstreamError, unexplainedRefusal } from '#gateways/web-api/upstream-error.ts'
import type { Hold } from '#kit/intents/intents.ts'
import type { Context } from '#request/context.ts'
import type { DocumentAdapter, Identity } from './adapter.ts'
import { declaredFields, withOtherFields } from './document-fields.ts'

/** The compared fields of a document. */
export type Comparable = Readonly<Record<string, unknown>>

/** The remote write of changes: its preconditions, its verification, and its undo. */
export function remoteDocument<Content, Stored extends Content & Identity, Item extends object, Input extends object>(
  adapter: DocumentAdapter<Content, Stored, Item, Input>,
) {
  const { resource, remote, item, identities = {}, toRemote, find } = adapter
  const { comparable: members = (document: object) => document } = adapter

  /** A document of the Web API with all fields that a client can send. */
  const asSent = (document: Item): Input => {
    const { id: _, date: __, etag: ___, ...sent } = { id: '', date: '', etag: '', ...document }
    // A document has at least the fields of an input.
    return sent as unknown as Input
  }

  /**
   * The object as it is sent. Fields of the current document that the console does not know are kept: the Web API
   * replaces the whole document.
   */
  const toSend = ({ tenant }: Pick<Context, 'tenant'>, content: Content, current?: Item): Input => {
    const { id: _, date: __, etag: ___, ...known } = { id: '', date: '', etag: '', ...current }
    const sent = toRemote(content, { tenant, current })
    // The same fields, and others beside them.
    return { ...known, ...(withOtherFields({ schema: item, identities }, sent, known) as Input) }
  }

  const comparable = (document: Item | Input): Comparable => ({
    ...members(declaredFields(item, document) as Item | Input),
  })

  /** Whether the Web API has everything that was sent. */
  const isSame = (found: Item, sent: Comparable): boolean => {
    const stored = comparable(found)
    return Object.entries(sent).every(([member, value]) => isDeepStrictEqual(stored[member], value))
  }

  /**
   * Monitoring uses what the Web API has stored: it is read back, unless the response to the write contains it
   * (`stored`).
   */
  const assertStored = async ({ webApi }: Context, id: string, sent: Input, stored?: Item): Promise<void> => {
    const found = stored ?? (await remote(webApi).find(id))
    if (!found || !isSame(found, comparable(sent))) throw notAsConfirmed()
  }

  /**
   * Sends a change that requires the entity tag. A proxy may send it twice if a process of the Web API ends before it has
   * answered (a PUT is idempotent), and the second one is refused because of the first: then the change was performed.
   * Returns the stored document, if the Web API sends it.
   */
  const change = async ({ webApi }: Context, id: string, sent: Input, etag?: string): Promise<Item | undefined> => {
    const documents = remote(webApi)
    try {
      return await documents.change(id, sent, etag)
    } catch (error) {
      if (refusedWith(error) !== 412) throw error
      const found = await documents.find(id).catch((cause: unknown) => Promise.reject(unexplainedRefusal(cause)))
      if (found && isSame(found, comparable(sent))) return found
      throw error
    }
  }

  return {
    asSent,
    toSend,
    comparable,
    isSame,
    assertStored,
    change,

    /** The document with this id in the Web API, with its entity tag. Throws `upstream_failed` if it does not exist. */
    async read({ webApi }: Context, { apiid, name }: Identity) {
      const found = await remote(webApi).find(apiid)
      if (found) return found
      const detail = `The Web API does not have the ${resource.label.one} ${name}.`
      throw new UpstreamError(detail, { certainlyNotApplied: true })
    },

    /**
     * Sends the state of the database, which is unchanged, to the Web API. It is written even if it is there already:
     * the change may still be in progress, and then finds another entity tag than it expects.
     */
    async undoChange(ctx: Context, name: string, hold: Hold): Promise<void> {
      const stored = await find(ctx.db, { name })
      if (!stored) return
      const found = await remote(ctx.webApi).find(stored.apiid)
      const document = toSend(ctx, stored, found)
      await hold()
      try {
        const changed = await change(ctx, stored.apiid, document, found?.etag)
        await assertStored(ctx, stored.apiid, document, changed)
      } catch (error) {
        // Another client has removed it deliberately.
        if (!found && isMissing(error)) return
        throw error
      }
    },
  }
}

export const notAsConfirmed = () =>
  new UpstreamError('The Web API confirmed the change, but what it gives back is something else.', {
    certainlyNotApplied: false,
  })
