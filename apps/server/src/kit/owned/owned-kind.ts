import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { bothInOrder } from '@quatrain/platform/database/transactions.ts'
import { invalidInput, notAllowed, notFound, staleVersion } from '@quatrain/platform/errors.ts'
import type { RawBuilder } from 'kysely'
import { assertFresh, authorize, authorizeWrite } from '#kit/http/authorize.ts'
import type { Reference } from '#kit/intents/intents.ts'
import type { Change } from '#kit/recording/changes.ts'
import type { Words } from '#kit/recording/describe-change.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { withArticle } from '#kit/resource/label.ts'
import {
  addToBothStores,
  type BothStores,
  changeInBothStores,
  type Identity,
  recoverBothStores,
  removeFromBothStores,
} from '#kit/two-stores/both-stores.ts'
import type { RemoteObjects } from '#kit/two-stores/remote-objects.ts'
import type { LocalWrite } from '#kit/two-stores/write-group.ts'
import type { Context } from '#request/context/context.ts'
import type { Document } from '#request/context/recording.ts'
import type { Waits } from '#request/tenancy/tenancy.ts'
import { commented, ownedDifferences, type WriteDetails } from './owned-differences.ts'
import {
  groupKindOf,
  type Owned,
  type OwnedContent,
  type OwnedInput,
  type OwnedObject,
  ownedTable,
  type TableDefinition,
} from './owned-table.ts'

/** The side effects of a write, which are recorded with it. */
interface Effects {
  readonly changes: readonly Change[]
  readonly notices: Notices
}

/** A rule about the content of an object, and what it needs to know of the objects that the content refers to. */
interface Check<Own> {
  /** Selected with the object itself. */
  readonly facts?: (input: Owned<Own>) => RawBuilder<unknown>
  /** Adds to the content what the facts say of the objects that it refers to; what it has already is kept. */
  resolve?(input: Owned<Own>, facts: unknown): Owned<Own>
  /** Throws if the content is invalid. `before` is the stored object of a change. */
  assertValid(input: Owned<Own> & Partial<Identity>, facts: unknown, stored?: OwnedObject<Own>): void
}

/** A check that gets what the query `facts` selects. */
export const checkWith = <Input, Found>(
  facts: (input: Input) => RawBuilder<Found>,
  assertValid: (input: Input, facts: Found, stored?: Input) => void,
  resolve = (input: Input, _: Found) => input,
) => ({ facts, assertValid, resolve })

interface Rules<Own, Given> {
  /** The content of a write for the input of the contract. */
  readonly complete: (ctx: Context, input: Given) => Owned<Own> | Promise<Owned<Own>>
  /** The document of a version; by default the fields of the resource's document. */
  readonly documentOf?: (content: Owned<Own> & { readonly description: string }) => Document
  /** How changes of lists are described in the comment of a version. */
  readonly words: Words
  /** What adds and changes wait for besides other writes of the tenant. */
  readonly waits?: Waits
  /** The current name of the object, if a change can give it another one. If absent, names of the kind are fixed. */
  readonly storedName?: (input: Owned<Own>) => string
  readonly check?: Check<Own>
  /** The objects in both stores that the input refers to. */
  readonly references?: (input: Owned<Own>) => readonly Reference[]
  /** Throws `in_use` if the console's database has dependents. */
  readonly assertRemovable?: (ctx: Context, stored: OwnedObject<Own>) => Promise<void>
  /**
   * Updates other objects after a write; `after` is absent after a delete, `before` after an add. `facts` is what the check of the
   * write got; it is absent after other writes.
   */
  updateOthers?(
    ctx: Context,
    write: { readonly before?: OwnedObject<Own>; readonly after?: OwnedObject<Own>; readonly facts?: unknown },
  ): Promise<Effects>
}

/** `Own` are the fields of a kind besides name, group and description; `Given` is what a write of the contract has. */
interface Definition<Own, Given> {
  readonly resource: Resource
  readonly table: Omit<TableDefinition<Own>, 'resource'>
  readonly remote: RemoteObjects<Owned<Own>>
  readonly rules: Rules<Own, Given>
}

const noEffects: Effects = { changes: [], notices: {} }

/** The content of a write with what it refers to, and the local write. */
interface Prepared<Own> {
  readonly content: Owned<Own>
  readonly write: LocalWrite<OwnedObject<Own> & Notices>
}

/** A preparation that can be repeated: it gets the content of the one before, which was sent to the Web API. */
function preparingAgain<Own, Input extends Owned<Own>>(
  input: Input,
  prepare: (ctx: Context, input: Input) => Promise<Prepared<Own>>,
) {
  let content = input
  return {
    prepared: () => content,
    async prepare(ctx: Context) {
      const preparation = await prepare(ctx, content)
      content = { ...content, ...preparation.content }
      return preparation.write
    },
  }
}

/**
 * A kind whose objects belong to a group and are in both stores: its reads, its writes, the recovery of such writes, and what
 * removes differences between the stores, for `serveResource`. Names are unique; users can assign an object to their own
 * groups.
 */
export function defineOwnedKind<Own, Given extends Partial<Identity>>({
  resource,
  table: columns,
  remote,
  rules,
}: Definition<Own, Given>) {
  const { label } = resource
  const { documentOf, words, check, waits, references = () => [], updateOthers = async () => noEffects } = rules
  const resolved = (input: Owned<Own>, facts: unknown) => check?.resolve?.(input, facts) ?? input
  const table = ownedTable({ resource, ...columns })
  const kindOfGroups = groupKindOf(resource.access.tenant?.write)
  const nameOf = ({ name }: OwnedInput) => name
  const recorded = recordedKind<Resource, Owned<Own> & { readonly description: string }>(resource, {
    nameOf,
    words,
    ...(documentOf && { documentOf }),
  })
  const stores: BothStores<Owned<Own>> = { resource, remote, find: table.findIfThere, findAll: table.findAll }
  const groupMissing = () => notFound(`Group of ${label.many}`)

  /** A superuser is a member of every group, so any other group does not exist. */
  function assertMayAssign({ caller: { user } }: Context, groupname: string): void {
    if (user?.groups[kindOfGroups].includes(groupname)) return
    if (user?.isSuperuser) throw groupMissing()
    throw notAllowed(`You do not have permission to assign ${label.many} to the given group.`)
  }

  const wantedBy = (input: Owned<Own>) => ({ groupname: input.groupname, facts: check?.facts?.(input) })

  async function prepareAdd(ctx: Context, input: Owned<Own> & Partial<Identity>): Promise<Prepared<Own>> {
    authorize(ctx, 'add', resource)
    assertMayAssign(ctx, input.groupname)
    const { isTaken, isGroupKnown, facts } = await table.findForAdd(ctx.db, input.name, wantedBy(input))
    if (isTaken) throw table.nameTaken()
    if (!isGroupKnown) throw groupMissing()
    const content = { ...input, ...resolved(input, facts) }
    check?.assertValid(content, facts)
    return { content, write: (ctx, apiid) => insert(ctx, { ...content, apiid }, { facts }) }
  }

  async function insert(ctx: Context, input: Owned<Own> & Identity, { comment, facts }: WriteDetails) {
    const content: OwnedContent<Own> = { ...input, description: input.description ?? '' }
    const after = { ...content, ...(await table.insert(ctx.db, content)) }
    const effects = await updateOthers(ctx, { after, facts })
    await record(ctx, [commented(recorded.added(after.id, content), comment), ...effects.changes])
    return { ...after, ...effects.notices }
  }

  async function prepareChange(ctx: Context, input: Owned<Own> & Identity): Promise<Prepared<Own>> {
    const { apiid } = input
    const { before, isGroupKnown, facts } = await table.findForUpdate(ctx.db, { apiid }, wantedBy(input))
    authorize(ctx, 'change', resource, before)
    assertMayAssign(ctx, input.groupname)
    assertFresh(ctx, `The ${label.one}`, before)
    if (rules.storedName) {
      // The name differs if the object was renamed after the input was completed: another name was claimed.
      if (rules.storedName(input) !== before.name) throw staleVersion(`The ${label.one}`)
    } else if (input.name !== before.name) {
      throw invalidInput({ name: `Name of ${withArticle(label.one)} cannot be changed` })
    }
    if (!isGroupKnown) throw groupMissing()
    const content = { ...input, ...resolved(input, facts) }
    check?.assertValid(content, facts, before)
    return { content, write: (ctx) => update(ctx, content, before, { facts }) }
  }

  async function update(
    ctx: Context,
    input: Owned<Own> & Identity,
    before: OwnedObject<Own>,
    { comment, facts }: WriteDetails,
  ) {
    const content: OwnedContent<Own> = { ...input, description: input.description ?? before.description }
    const { written } = await table.update(ctx.db, before, content)
    // The row version of a write is the next one: the side effects do not wait for it.
    const after = { ...content, id: before.id, rowVersion: before.rowVersion + 1 }
    const [, effects] = await bothInOrder(written, updateOthers(ctx, { before, after, facts }))
    await record(ctx, [commented(recorded.changed(ctx, before, content), comment), ...effects.changes])
    return { ...after, ...effects.notices }
  }

  /** Checks content that another program has stored in the Web API: what it refers to is accepted like that of a stored object. */
  async function prepareAdopt(ctx: Context, content: OwnedContent<Own>, isNew: boolean): Promise<void> {
    authorize(ctx, isNew ? 'add' : 'change', resource, content)
    const referred = wantedBy(content)
    const { isGroupKnown, facts, ...row } = isNew
      ? await table.findForAdd(ctx.db, content.name, referred)
      : await table.findForUpdate(ctx.db, { apiid: content.apiid }, referred)
    if ('isTaken' in row && row.isTaken) throw table.nameTaken()
    if (!isGroupKnown) throw groupMissing()
    check?.assertValid(content, facts, { ...content, id: 0, rowVersion: 0 })
  }

  async function prepareRemove(ctx: Context, apiid: string) {
    const { before } = await table.findForUpdate(ctx.db, { apiid })
    authorizeWrite(ctx, 'delete', resource, before)
    await rules.assertRemovable?.(ctx, before)
    return { key: before.name, write: (ctx: Context) => remove(ctx, before) }
  }

  async function remove(ctx: Context, before: OwnedObject<Own>): Promise<Notices> {
    await table.remove(ctx.db, before)
    const effects = await updateOthers(ctx, { before })
    await record(ctx, [recorded.removed(before), ...effects.changes])
    return effects.notices
  }

  return {
    resource,
    table,
    remote,
    words,
    list: <Row>({ db }: Context) => table.findRows<Row>(db),
    get: ({ db }: Context, name: string) => table.find(db, { name }),
    async add(ctx: Context, fields: Given) {
      const input = { ...(await rules.complete(ctx, fields)), apiid: fields.apiid }
      const preparation = preparingAgain(input, prepareAdd)
      return addToBothStores(ctx, stores, input, { ...preparation, references: references(input), waits })
    },
    async change(ctx: Context, fields: Given & Pick<Identity, 'apiid'>) {
      const input = { ...(await rules.complete(ctx, fields)), apiid: fields.apiid.toLowerCase() }
      const key = (rules.storedName ?? nameOf)(input)
      const preparation = preparingAgain(input, prepareChange)
      return changeInBothStores(ctx, stores, input, { key, ...preparation, references: references(input), waits })
    },
    remove: (ctx: Context, apiid: string) => removeFromBothStores(ctx, stores, apiid, prepareRemove),
    /** Finishes or undoes a write that was interrupted by a crash or by the Web API. */
    recover: recoverBothStores(stores, async (ctx, apiid) => {
      const remaining = await table.findIfThere(ctx.db, { apiid })
      if (remaining) await remove(ctx, remaining)
    }),
    reconciliation: ownedDifferences(stores, {
      resource,
      table,
      recorded,
      prepareAdopt,
      insert,
      update,
      references,
      isRenamable: rules.storedName !== undefined,
    }),
  }
}
