import { isDeepStrictEqual } from 'node:util'
import { isMissing, UpstreamError } from '#gateways/web-api/upstream-error.ts'
import type { Context } from '#request/context.ts'
import type { DocumentAdapter, Identity } from './adapter.ts'
import type { Hold } from './intents.ts'

/** The members of a document that count, as JSON carries them. */
export type Comparable = Readonly<Record<string, unknown>>

/** The Web API's half of changes: what must be there before and afterwards, and how they are undone. */
export function remoteDocument<Content, Stored extends Content & Identity, Item extends object, Input extends object>(
  adapter: DocumentAdapter<Content, Stored, Item, Input>,
) {
  const { resource, remote, toRemote, find, comparable: members = (document: object) => document } = adapter

  const comparable = (document: Item | Input): Comparable => JSON.parse(JSON.stringify(members(document)))

  /** Does the Web API have everything that was sent? */
  const isSame = (found: Item, sent: Comparable): boolean => {
    const stored = comparable(found)
    return Object.entries(sent).every(([member, value]) => isDeepStrictEqual(stored[member], value))
  }

  /** Monitoring runs on what the Web API has stored: this is read back, unless its response to the write had it (`stored`). */
  const assertStored = async ({ webApi }: Context, id: string, sent: Input, stored?: Item): Promise<void> => {
    const found = stored ?? (await remote(webApi).find(id))
    if (!found || !isSame(found, comparable(sent))) throw notAsConfirmed()
  }

  return {
    comparable,
    isSame,
    assertStored,

    /** What the Web API has by this id, with its tag. Throws `upstream_failed` when it has nothing. */
    async read({ webApi }: Context, { apiid, name }: Identity) {
      const found = await remote(webApi).find(apiid)
      if (found) return found
      const detail = `The Web API does not have the ${resource.label.one} ${name}.`
      throw new UpstreamError(detail, { certainlyNotApplied: true })
    },

    /**
     * Gives the Web API our own half, which is as it was before the change. It is written even where it is there already:
     * the change may still be on its way, and then finds another tag than it was told to expect.
     */
    async undoChange(ctx: Context, name: string, hold: Hold): Promise<void> {
      const stored = await find(ctx.db, { name })
      if (!stored) return
      const documents = remote(ctx.webApi)
      const found = await documents.find(stored.apiid)
      const document = toRemote(stored, found)
      await hold()
      try {
        const changed = await documents.change(stored.apiid, document, found?.etag)
        await assertStored(ctx, stored.apiid, document, changed)
      } catch (error) {
        // Whoever has removed it there meant to.
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
