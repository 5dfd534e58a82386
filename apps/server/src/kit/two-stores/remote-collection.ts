import { AppError, inUse } from '@quatrain/platform/errors.ts'
import type { Hold } from '#kit/intents/intents.ts'
import { withArticle } from '#kit/resource/label.ts'
import type { Context } from '#request/context.ts'
import type { CollectionAdapter, Identity } from './adapter.ts'
import { type Comparable, notAsConfirmed, remoteDocument } from './remote-document.ts'

/** An add, with the id that the Web API returned, if it is known. */
interface Added {
  readonly name: string
  readonly id: string | undefined
  readonly sent: Comparable
}

/** The remote write of adds, changes and deletes. */
export function remoteCollection<
  Content,
  Stored extends Content & Identity,
  Item extends { readonly id: string },
  Input extends object,
>(adapter: CollectionAdapter<Content, Stored, Item, Input>) {
  const { resource, remote, find, dependents } = adapter
  const { one } = resource.label
  const document = remoteDocument(adapter)

  const assertRemoved = async ({ webApi }: Context, id: string): Promise<void> => {
    if (await remote(webApi).find(id)) throw notAsConfirmed()
  }

  /** The dependents in the Web API, a sentence for each kind. */
  const usesOf = async ({ webApi }: Context, apiid: string): Promise<string[]> =>
    (await dependents?.(webApi, apiid)) ?? []

  /**
   * Removes the object of an add, unless it is another one or exists in the database now. Even if the Web API says that
   * it is missing, it is asked to remove it: it may see its own writes late.
   */
  const undoAdd = async (ctx: Context, { apiid, name }: Identity): Promise<void> => {
    const documents = remote(ctx.webApi)
    const found = await documents.find(apiid)
    if ((found && documents.nameOf(found) !== name) || (await find(ctx.db, { apiid }))) return
    await documents.remove(apiid, found?.etag)
    await assertRemoved(ctx, apiid)
  }

  return {
    ...document,
    assertRemoved,
    usesOf,

    /** Throws `already_exists` if the Web API has an object with this name, which another client added. */
    async assertNameIsFree({ webApi }: Context, name: string): Promise<void> {
      const [taken] = await remote(webApi).named(name)
      if (!taken) return
      const what = `${withArticle(one)} ${name}`
      throw new AppError('already_exists', `The Web API has ${what} that is not known here.`, {
        source: 'web-api',
        fields: { name: 'Already exists in the Web API' },
      })
    },

    /**
     * The refusal of a delete with all dependents: those that the database knows, and those of other kinds in the Web API.
     * Other errors are returned unchanged, and so is the refusal if the Web API cannot be read.
     */
    async withRemoteUses(ctx: Context, apiid: string, error: unknown): Promise<unknown> {
      if (!(error instanceof AppError) || error.code !== 'in_use') return error
      const uses = await usesOf(ctx, apiid).catch(() => [])
      const kindOf = (sentence: string) => sentence.split(': ', 1)[0]
      const known = error.message.split('\n')
      const others = uses.filter((use) => known.every((sentence) => kindOf(sentence) !== kindOf(use)))
      return others.length === 0 ? error : inUse([...known, ...others].join('\n'))
    },

    /** Throws `in_use` with the dependents in the Web API. */
    async assertUnused(ctx: Context, apiid: string): Promise<void> {
      const uses = await usesOf(ctx, apiid)
      if (uses.length > 0) throw inUse(uses.join('\n'))
    },

    undoAdd,

    /**
     * Removes what an add has added: no object had this name before. An object belongs to the add if it has the id that the
     * add received, or exactly the content that it sent; any other belongs to another client and is kept.
     */
    async undoAddOf(ctx: Context, { name, id, sent }: Added, hold: Hold): Promise<void> {
      const found = await remote(ctx.webApi).named(name)
      await hold()
      for (const item of found) {
        if (item.id === id || document.isSame(item, sent)) await undoAdd(ctx, { apiid: item.id, name })
      }
    },
  }
}
