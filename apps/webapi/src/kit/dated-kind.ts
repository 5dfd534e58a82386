import { randomUUID } from 'node:crypto'
import { bothInOrder } from '@quatrain/platform/database/transactions.ts'
import { type Change, type Content, type DatedItem, datedStore, type Reference } from './dated-store.ts'
import { type DatedPath, datedTables } from './dated-tables.ts'
import type { Context } from './endpoint.ts'
import { assertItemSeen, changesIn } from './etags.ts'
import { isId } from './ids.ts'
import { inNamingTransaction } from './names.ts'
import { type NamedItem, namesOf } from './references.ts'
import { assertNone, conflict, itemNotFound, unprocessable } from './refusals.ts'
import type { Serve } from './serve.ts'
import { type DescribedItems, serveItems } from './serve-items.ts'
import type { Db } from './tenancy.ts'

interface Named {
  readonly name: string
}

/** A kind of item with one version for each day: its address, tables, rules and messages. */
export interface DatedKind<Input extends Named> extends DescribedItems<Input> {
  /** Its segment of the address. */
  readonly path: DatedPath
  /**
   * All violations of the content, each as a sentence. `stored` is the content that the input replaces: the rules may have
   * become stricter since it was stored, and what it has already can be kept.
   */
  readonly problemsOf: (input: Input, stored?: Input) => readonly string[]
  /**
   * The field with the id and the name of an item that it refers to. Clients refer to it by its id; readers get the name of the
   * requested day. `missingSentence` is the refusal if the item does not exist.
   */
  readonly reference?: Reference & {
    readonly referredIn: (input: Input) => Omit<NamedItem, 'path'>
    readonly missingSentence: string
  }
  readonly says: DescribedItems<Input>['says'] & { readonly nameTaken: string }
}

/** The messages about a kind, as clients know them; of one, a change calls it by another name. */
export function messagesAbout(noun: string, changedNoun = noun): DatedKind<Named>['says'] {
  const changed = `${changedNoun} successfully updated`
  return {
    added: `${noun} successfully created`,
    changed,
    changedOnNewDay: `${changed} (new history snapshot)`,
    deleted: `${noun} Successfully Deleted`,
    nameTaken: `${noun.charAt(0)}${noun.slice(1).toLowerCase()} with the same name already exists`,
  }
}

/** The endpoints of a kind with one version for each day. */
export const serveDatedKind = <Input extends Named>(serve: Serve, kind: DatedKind<Input>) =>
  serveItems(serve, { ...kind, ...datedItems(kind), hasDays: true, hasNamesOfOthers: kind.reference !== undefined })

/** The operations on items of a kind. Each of them is atomic. */
function datedItems<Input extends Named>(kind: DatedKind<Input>) {
  const { reference } = kind
  const store = datedStore(datedTables[kind.path], reference)

  const assertValid = (input: Input, stored?: Input) => assertNone(kind.problemsOf(input, stored))

  /** Reads the stored content only if it matters. */
  const assertValidChange = async (db: Db, day: string, id: string, input: Input) => {
    if (kind.problemsOf(input).length === 0) return
    const storedItem = await store.find(db, day, id)
    assertValid(input, storedItem && kind.body.parse(JSON.parse(storedItem.json)))
  }

  const inTransaction = <T>({ db }: Context, work: (db: Db) => Promise<T>): Promise<T> =>
    inNamingTransaction(db, datedTables[kind.path].items, kind.says.nameTaken, work)

  /** The content with the name that the item it refers to has on the day. */
  async function resolved(db: Db, input: Input, day: string): Promise<Input> {
    if (!reference) return input
    const { id } = reference.referredIn(input)
    const { names } = await namesOf(db, [{ path: reference.path, id }], day)
    const name = (await names)(reference.path).get(id)
    if (name === undefined) throw unprocessable([reference.missingSentence])
    return { ...input, [reference.field]: { name, id } }
  }

  const assertNameFree = (isTaken: boolean) => {
    if (isTaken) throw conflict(kind.says.nameTaken)
  }

  /**
   * Stores a change of the state that the client has read in one round trip, if the input has the names of the items that it refers
   * to. Undefined if it cannot be stored like this.
   */
  async function changeAsSeen(ctx: Context, day: string, id: string, input: Input, ifMatch: string | undefined) {
    const changes = isId(id) ? changesIn(ifMatch, id) : undefined
    if (changes === undefined || kind.problemsOf(input).length > 0) return undefined
    const referred = reference ? [{ path: reference.path, ...reference.referredIn(input) }] : []
    const seenState = { changes, referred }
    const { stored } = await inTransaction(ctx, (db) => store.update(db, id, changeOf(ctx, day, input), seenState))
    return stored
  }

  /** Reads what a change replaces and depends on, and stores it. Throws the refusal of one that cannot be stored. */
  async function changeOnceRead(ctx: Context, day: string, id: string, input: Input, ifMatch: string | undefined) {
    const { stored } = await inTransaction(ctx, async (db) => {
      const reading = isId(id) ? await store.findForChange(db, id, { name: input.name, day }) : undefined
      const valid = async () => {
        const storedDocument = await reading?.storedItem
        assertItemSeen(storedDocument, id, ifMatch)
        await assertValidChange(db, day, id, input)
        return storedDocument
      }
      const [storedDocument, document] = await bothInOrder(valid(), resolved(db, input, day))
      assertNameFree(storedDocument.isNameTaken)
      return store.update(db, id, changeOf(ctx, day, document))
    })
    return stored
  }

  return {
    /** As comma-separated JSON. */
    findAll: ({ db }: Context, day: string, name: string): Promise<string> =>
      name ? store.findNamed(db, day, name) : store.findAll(db, day),

    async find({ db }: Context, day: string, id: string): Promise<DatedItem> {
      const storedItem = isId(id) ? await store.find(db, day, id) : undefined
      if (!storedItem) throw itemNotFound()
      return storedItem
    },

    /** Returns the id of the new item. */
    async add(ctx: Context, day: string, input: Input): Promise<string> {
      assertValid(input)
      const id = randomUUID()
      await inTransaction(ctx, async (db) => {
        const change = changeOf(ctx, day, await resolved(db, input, day))
        assertNameFree(await store.isNameTaken(db, id, change))
        await store.insert(db, id, change)
      })
      return id
    },

    /** Returns the stored item, and whether it had no version for that day. */
    async change(ctx: Context, day: string, id: string, input: Input, ifMatch: string | undefined) {
      const changed =
        (await changeAsSeen(ctx, day, id, input, ifMatch)) ?? (await changeOnceRead(ctx, day, id, input, ifMatch))
      if (!changed) throw new Error(`No version of the item ${id} was stored.`)
      return changed
    },

    remove: (ctx: Context, id: string, ifMatch: string | undefined) =>
      inTransaction(ctx, async (db) => {
        assertItemSeen(isId(id) ? await store.findForDelete(db, id) : undefined, id, ifMatch)
        await store.markDeleted(db, id, ctx.now, ctx.caller)
      }),
  }
}

const changeOf = ({ now, caller }: Context, day: string, input: Named): Change => ({
  ...contentOf(input),
  day,
  at: now,
  by: caller,
})

const contentOf = ({ name, ...document }: Named): Content => ({ name, document })
