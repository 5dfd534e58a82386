import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { Reference } from '#kit/intents/intents.ts'
import type { Change } from '#kit/recording/changes.ts'
import type { RecordedKind } from '#kit/recording/recorded-kind.ts'
import type { CollectionAdapter } from '#kit/two-stores/adapter.ts'
import type { Context } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import type { OwnedContent, OwnedInput, OwnedObject, OwnedTable } from './owned-table.ts'

/** What only the console stores of an object, and the name that it has there; without one the console does not have it. */
export type OwnFields = Pick<OwnedContent<OwnedInput>, 'groupname' | 'description'> & {
  readonly name?: string | undefined
}

/** The adapter of a kind whose objects belong to a group. */
export interface OwnedAdapter<Input extends OwnedInput, Item extends object, Sent extends object>
  extends CollectionAdapter<Input, OwnedObject<Input>, Item, Sent> {
  /** A document of the Web API as content of the console, with the fields that only the console stores. */
  readonly fromRemote: (db: Db, item: Item, own: OwnFields) => Promise<Input & { readonly description: string }>
}

type Version = Pick<OwnedObject<OwnedInput>, 'id' | 'rowVersion'>

/** What the writes of a kind share with its reconciliation. */
export interface OwnedParts<Input extends OwnedInput> {
  readonly resource: Resource
  readonly table: OwnedTable<Input>
  readonly recorded: RecordedKind<Input & { readonly description: string }>
  readonly references?: ((input: Input) => readonly Reference[]) | undefined
  /** Whether a change can give an object another name. */
  readonly isRenamable: boolean
  /** Throws if the content cannot be stored; what it has already is accepted. */
  readonly prepareAdopt: (ctx: Context, content: OwnedContent<Input>, isNew: boolean) => Promise<void>
  readonly insert: (ctx: Context, content: OwnedContent<Input>, comment: Comment) => Promise<Notices & Version>
  readonly update: (
    ctx: Context,
    content: OwnedContent<Input>,
    before: OwnedObject<Input>,
    comment: Comment,
  ) => Promise<Notices & Version>
  /** Throws `in_use` if the console's database has dependents. */
  readonly assertRemovable: (ctx: Context, before: OwnedObject<Input>) => Promise<void>
  readonly remove: (ctx: Context, before: OwnedObject<Input>) => Promise<Notices>
}

/** Makes the comment of a version from the generated one. */
export type Comment = (generated: string) => string

/** The same change with another comment on its version, if there is one. */
export const commented = (change: Change, comment: Comment | undefined): Change =>
  comment ? { ...change, isKept: true, comment: () => comment(change.comment?.() ?? '').trim() } : change
