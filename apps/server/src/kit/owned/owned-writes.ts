import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { invalidInput, notAllowed, notFound, staleVersion } from '@quatrain/platform/errors.ts'
import type { RawBuilder } from 'kysely'
import { authorize, authorizeWrite } from '#kit/http/authorize.ts'
import { assertFresh } from '#kit/http/if-match.ts'
import type { Reference } from '#kit/intents/intents.ts'
import type { Change } from '#kit/recording/changes.ts'
import type { Words } from '#kit/recording/describe-change.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { withArticle } from '#kit/resource/label.ts'
import { addToBothStores, changeInBothStores, removeFromBothStores } from '#kit/two-stores/both-stores.ts'
import { recoverCollection } from '#kit/two-stores/recover-kind.ts'
import type { Context } from '#request/context.ts'
import type { Document } from '#request/recording.ts'
import { type Comment, commented, type OwnedAdapter } from './owned-parts.ts'
import { ownedReconciliation } from './owned-reconciliation.ts'
import { groupKindOf, type OwnedContent, type OwnedInput, type OwnedObject, type OwnedTable } from './owned-table.ts'

/** The side effects of a write, which are recorded with it. */
interface Effects {
  readonly changes: readonly Change[]
  readonly notices: Notices
}

interface Rules<Input extends OwnedInput, Found> {
  readonly resource: Resource
  readonly table: OwnedTable<Input>
  /** The document of a version; by default the fields of the resource's document. */
  readonly documentOf?: (content: Input & { readonly description: string }) => Document
  /** How changes of lists are described in the comment of a version. */
  readonly words: Words
  /** The current name of the object, if a change can give it another one. If absent, names of the kind are fixed. */
  readonly storedName?: (input: Input) => string
  /** What `assertValid` needs to know of the objects that the input refers to; selected with the object itself. */
  readonly found?: (input: Input) => RawBuilder<Found>
  /** Throws if the content is invalid. `before` is the stored object of a change. */
  readonly assertValid?: (input: Input, found: Found, before?: OwnedObject<Input>) => void
  /** The objects in both stores that the input refers to. */
  readonly references?: (input: Input) => readonly Reference[]
  /** Throws `in_use` if the console's database has dependents. */
  readonly assertRemovable?: (ctx: Context, before: OwnedObject<Input>) => Promise<void>
  /** Updates other objects after a write; `after` is absent after a delete, `before` after an add. */
  readonly updateOthers?: (
    ctx: Context,
    write: { readonly before?: OwnedObject<Input>; readonly after?: OwnedObject<Input> },
  ) => Promise<Effects>
}

const none: Effects = { changes: [], notices: {} }

/**
 * Add, change and remove of a kind whose objects belong to a group and are in both stores, the recovery of such writes, and
 * what removes differences between the stores.
 * Names are unique; users can assign an object to their own groups.
 */
export function ownedWrites<Input extends OwnedInput, Found, Item extends { readonly id: string }, Sent extends object>(
  adapter: OwnedAdapter<Input, Item, Sent>,
  { resource, table, documentOf, words, updateOthers = async () => none, ...rules }: Rules<Input, Found>,
) {
  const { label } = resource
  const kindOfGroups = groupKindOf(resource.access.tenant?.write)
  const nameOf = ({ name }: OwnedInput) => name
  const recorded = recordedKind<Resource, Input & { readonly description: string }>(resource, {
    nameOf,
    words,
    ...(documentOf && { documentOf }),
  })
  const groupMissing = () => notFound(`Group of ${label.many}`)

  /** A superuser is a member of every group, so any other group does not exist. */
  function assertMayAssign({ visitor: { actor } }: Context, groupname: string): void {
    if (actor?.groups[kindOfGroups].includes(groupname)) return
    if (actor?.isSuperuser) throw groupMissing()
    throw notAllowed(`You do not have permission to assign ${label.many} to the given group.`)
  }

  const wantedBy = (input: Input) => ({ groupname: input.groupname, found: rules.found?.(input) })

  async function prepareAdd(ctx: Context, input: Input): Promise<void> {
    authorize(ctx, 'add', resource)
    assertMayAssign(ctx, input.groupname)
    const { isTaken, isGroupKnown, found } = await table.findForAdd(ctx.db, input.name, wantedBy(input))
    if (isTaken) throw table.nameTaken()
    if (!isGroupKnown) throw groupMissing()
    rules.assertValid?.(input, found)
  }

  async function insert(ctx: Context, input: Input & { readonly apiid: string }, comment?: Comment) {
    const content: OwnedContent<Input> = { ...input, description: input.description ?? '' }
    const after = { ...content, ...(await table.insert(ctx.db, content)) }
    const others = await updateOthers(ctx, { after })
    await record(ctx, [commented(recorded.added(after.id, content), comment), ...others.changes])
    return { ...after, ...others.notices }
  }

  async function prepareChange(ctx: Context, input: Input & { readonly apiid: string }): Promise<OwnedObject<Input>> {
    const { apiid } = input
    const { before, isGroupKnown, found } = await table.findForUpdate(ctx.db, { apiid }, wantedBy(input))
    authorize(ctx, 'change', resource, before)
    assertMayAssign(ctx, input.groupname)
    assertFresh(ctx, `The ${label.one}`, before)
    if (rules.storedName) {
      // Another name: it was changed after the input was completed, and another name was claimed.
      if (rules.storedName(input) !== before.name) throw staleVersion(`The ${label.one}`)
    } else if (input.name !== before.name) {
      throw invalidInput({ name: `Name of ${withArticle(label.one)} cannot be changed` })
    }
    if (!isGroupKnown) throw groupMissing()
    rules.assertValid?.(input, found, before)
    return before
  }

  async function update(
    ctx: Context,
    input: Input & { readonly apiid: string },
    before: OwnedObject<Input>,
    comment?: Comment,
  ) {
    const content: OwnedContent<Input> = { ...input, description: input.description ?? before.description }
    const after = { ...content, id: before.id, ...(await table.update(ctx.db, before, content)) }
    const others = await updateOthers(ctx, { before, after })
    await record(ctx, [commented(recorded.changed(ctx, before, content), comment), ...others.changes])
    return { ...after, ...others.notices }
  }

  /** Another program has stored the content in the Web API, so what it refers to is accepted like that of a stored object. */
  async function prepareAdopt(ctx: Context, content: OwnedContent<Input>, isNew: boolean): Promise<void> {
    authorize(ctx, isNew ? 'add' : 'change', resource, content)
    const wanted = wantedBy(content)
    const { isGroupKnown, found, ...others } = isNew
      ? await table.findForAdd(ctx.db, content.name, wanted)
      : await table.findForUpdate(ctx.db, { apiid: content.apiid }, wanted)
    if ('isTaken' in others && others.isTaken) throw table.nameTaken()
    if (!isGroupKnown) throw groupMissing()
    rules.assertValid?.(content, found, { ...content, id: 0, rowVersion: 0 })
  }

  async function prepareRemove(ctx: Context, apiid: string): Promise<OwnedObject<Input>> {
    const { before } = await table.findForUpdate(ctx.db, { apiid })
    authorizeWrite(ctx, 'delete', resource, before)
    await rules.assertRemovable?.(ctx, before)
    return before
  }

  async function remove(ctx: Context, before: OwnedObject<Input>): Promise<Notices> {
    await table.remove(ctx.db, before)
    const others = await updateOthers(ctx, { before })
    await record(ctx, [recorded.removed(before), ...others.changes])
    return others.notices
  }

  const storedName = rules.storedName && { storedName: rules.storedName }
  const references = rules.references && { references: rules.references }
  return {
    add: (ctx: Context, input: Input & { readonly apiid?: string | undefined }) =>
      addToBothStores(ctx, adapter, input, {
        ...references,
        prepare: prepareAdd,
        write: (ctx, input) => insert(ctx, input),
      }),
    change: (ctx: Context, input: Input & { readonly apiid: string }) =>
      changeInBothStores(ctx, adapter, input, { prepare: prepareChange, write: update, ...storedName, ...references }),
    remove: (ctx: Context, apiid: string) =>
      removeFromBothStores(ctx, adapter, apiid, { prepare: prepareRemove, write: remove }),
    /** Finishes or undoes a write that was interrupted by a crash or by the Web API. */
    recover: recoverCollection(adapter, remove),
    reconciliation: ownedReconciliation(adapter, {
      resource,
      table,
      recorded,
      prepareAdopt,
      insert,
      update,
      remove,
      assertRemovable: async (ctx, before) => rules.assertRemovable?.(ctx, before),
      references: rules.references,
      isRenamable: rules.storedName !== undefined,
    }),
  }
}
