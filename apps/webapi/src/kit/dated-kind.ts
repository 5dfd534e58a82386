import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Change, type Content, type DatedItem, datedStore } from './dated-store.ts'
import { type DatedPath, datedTables } from './dated-tables.ts'
import { matches, tagOf } from './etags.ts'
import { isId } from './ids.ts'
import { nameTaken } from './names.ts'
import type { Context } from './operation.ts'
import { changedMeanwhile, conflict, invalidContent, itemNotFound } from './refusals.ts'
import { type Db, inTurn } from './tenancy.ts'

/** A kind of item of which there is one version a day: its address, its tables, its rules and its words. */
export interface DatedKind<Input extends { readonly name: string }> {
  /** Its part of the address. */
  readonly path: DatedPath
  /** Bytes that one may have when it is sent. */
  readonly bodyLimit: number
  /** What callers send; a value of the wrong type refuses the whole request. */
  readonly body: z.ZodType<Input>
  /** What callers get. */
  readonly item: z.ZodType
  /** Every rule that the content breaks, as a sentence. */
  readonly problemsOf: (input: Input) => readonly string[]
  /** The content with what it copies from the items it refers to, as they are on the day. Throws the refusal for one that is not there. */
  readonly resolved?: (db: Db, input: Input, day: string) => Promise<Input>
  readonly says: {
    readonly added: string
    readonly changed: string
    readonly changedOnNewDay: string
    readonly deleted: string
    readonly nameTaken: string
  }
}

/** What can be done with the items of a kind. Each function is whole or changes nothing. */
export function datedItems<Input extends { readonly name: string }>(kind: DatedKind<Input>) {
  const store = datedStore(datedTables[kind.path])

  const assertValid = (input: Input) => {
    const problems = kind.problemsOf(input)
    if (problems.length > 0) throw invalidContent(problems)
  }

  /** Runs `work` in one transaction; a refused name becomes a sentence. */
  const inTransaction = async <T>({ db }: Context, work: (db: Db) => Promise<T>): Promise<T> => {
    try {
      return await inTurn(db, work)
    } catch (error) {
      throw nameTaken(error, datedTables[kind.path].items, kind.says.nameTaken)
    }
  }

  const resolved = async (db: Db, input: Input, day: string) => (kind.resolved ? kind.resolved(db, input, day) : input)

  const assertNameFree = (isTaken: boolean) => {
    if (isTaken) throw conflict(kind.says.nameTaken)
  }

  const assertMatch = (found: { changes: number } | undefined, id: string, ifMatch: string | undefined) => {
    if (!found) throw itemNotFound()
    if (!matches(ifMatch, tagOf(id, found.changes))) throw changedMeanwhile()
  }

  return {
    /** As JSON, separated by commas. */
    findAll: ({ db }: Context, day: string, name?: string): Promise<string> =>
      name ? store.findNamed(db, day, name) : store.findAll(db, day),

    async find({ db }: Context, day: string, id: string): Promise<DatedItem> {
      const found = isId(id) ? await store.find(db, day, id) : undefined
      if (!found) throw itemNotFound()
      return found
    },

    /** Answers with the id of the new item. */
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

    /** Answers with the item as it has been stored, and whether it had no version for that day. */
    change: (ctx: Context, day: string, id: string, input: Input, ifMatch: string | undefined) =>
      inTransaction(ctx, async (db) => {
        const found = isId(id) ? await store.findForChange(db, id, { name: input.name, day }) : undefined
        assertMatch(found, id, ifMatch)
        assertValid(input)
        const change = changeOf(ctx, day, await resolved(db, input, day))
        assertNameFree(found?.isNameTaken === true)
        return store.update(db, id, change)
      }),

    remove: (ctx: Context, id: string, ifMatch: string | undefined) =>
      inTransaction(ctx, async (db) => {
        assertMatch(isId(id) ? await store.findForDelete(db, id) : undefined, id, ifMatch)
        await store.markDeleted(db, id, ctx.now, ctx.caller)
      }),
  }
}

const changeOf = ({ now, caller }: Context, day: string, input: { readonly name: string }): Change => ({
  ...contentOf(input),
  day,
  at: now,
  by: caller,
})

const contentOf = ({ name, ...document }: { readonly name: string }): Content => ({ name, document })
