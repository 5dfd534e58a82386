import { hash } from 'node:crypto'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import {
  type Group,
  type GroupDocument,
  type GroupResource,
  groupNameRule,
  groups,
  isGroupName,
} from '@quatrain/contract/resources/group.ts'
import { AppError, inUse, invalidInput } from '@quatrain/platform/errors.ts'
import { defaultGroup } from '#features/metrics/metrics.effects.ts'
import { replaceGroupInRules } from '#features/sign-on/group-rules.effects.ts'
import { setUsersOfGroup } from '#features/users/users.effects.ts'
import { assertFreshGuard, authorize } from '#kit/http/authorize.ts'
import { memberWords } from '#kit/recording/list-words.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import type { NamedGroup } from '#kit/resource/grouped-objects.ts'
import { capitalized } from '#kit/resource/label.ts'
import { type Context, collectChanges, inTransaction, isUnchanged } from '#request/context/context.ts'
import { grouped } from './grouped-kinds.ts'
import type { StoredGroup, Which } from './groups.repository.ts'
import * as repository from './groups.repository.ts'

/** The operations on the groups of one kind. Each write is one transaction of a constant number of statements. */
export function groupService(kind: GroupKind) {
  const resource = groups[kind]
  const { regroup, resource: objects } = grouped[kind]
  const label = capitalized(resource.label.one)
  const recorded = recordedKind<GroupResource>(resource, {
    nameOf: ({ name }) => name,
    words: {
      items: memberWords(objects.label),
      users: memberWords({ one: 'user', many: 'users' }),
    },
  })
  const groupNotFound = (detail: string) => new AppError('not_found', detail)

  async function find(ctx: Context, criteria: Which, detail: string): Promise<StoredGroup> {
    const group = await repository.findIfThere(ctx.db, kind, criteria)
    if (!group) throw groupNotFound(detail)
    return group
  }

  /** The group as the base of a write. It is claimed by the tenant's write lock, which the transaction holds. */
  async function findForWrite(ctx: Context, action: 'change' | 'delete', criteria: Which, detail: string) {
    const group = await find(ctx, criteria, detail)
    authorize(ctx, action, resource)
    assertFreshGuard(ctx, `The ${resource.label.one}`, guardOf(group))
    return group
  }

  /** Imports assign new metrics to this group. */
  function assertNotNeeded(ctx: Context, { name }: NamedGroup, action: string): void {
    if (kind !== 'metrics' || name !== defaultGroup(ctx)) return
    throw inUse(`The group ${name} cannot be ${action}: imported metrics are assigned to it.`)
  }

  /** Makes these lists those of the group. Throws `invalid_input` for names that do not exist. */
  async function assign(ctx: Context, group: NamedGroup, { items, users }: Pick<GroupDocument, 'items' | 'users'>) {
    const unknown = await regroup(ctx.db, { group, items })
    const strangers = await setUsersOfGroup(ctx, kind, group, users)
    const problems = [...placesOf('items', items, unknown), ...placesOf('users', users, strangers)]
    if (problems.length > 0) throw invalidInput(problems)
  }

  async function release(ctx: Context, group: StoredGroup, successor?: NamedGroup): Promise<void> {
    await regroup(ctx.db, { group: group, items: [], successor: successor })
    await setUsersOfGroup(ctx, kind, group, [])
    await repository.remove(ctx.db, group.id)
  }

  return {
    get: async (ctx: Context, name: string): Promise<Answered> =>
      answered(await find(ctx, { name }, kind === 'metrics' ? 'Group not found' : `${label} not found`)),

    add: (ctx: Context, { name, items, users = [] }: AddInput<GroupResource>): Promise<Answered> =>
      inTransaction(ctx, async (ctx) => {
        authorize(ctx, 'add', resource)
        const added = await repository.insert(ctx.db, kind, name)
        const after = { ...added, name, items: items.toSorted(byCodePoint), users: users.toSorted(byCodePoint) }
        const collecting = await collectChanges(ctx)
        await assign(collecting, after, after)
        await record(collecting, [recorded.added(added.id, after)])
        return answered(after)
      }),

    change: (
      ctx: Context,
      { id, name, result = [], items = result, users }: ChangeInput<GroupResource>,
    ): Promise<Answered> =>
      inTransaction(ctx, async (ctx) => {
        const criteria = id === undefined ? { name } : { id }
        const storedGroup = await findForWrite(ctx, 'change', criteria, `${label} does not exist.`)
        if (name !== storedGroup.name) {
          assertNotNeeded(ctx, storedGroup, 'renamed')
          if (!isGroupName(name)) throw invalidInput({ name: groupNameRule })
        }
        const lists = { items: items.toSorted(byCodePoint), users: users?.toSorted(byCodePoint) ?? storedGroup.users }
        const after = { ...storedGroup, name, ...lists, rowVersion: storedGroup.rowVersion + 1 }
        const collecting = await collectChanges(ctx)
        await assign(collecting, after, after)
        await repository.update(ctx.db, kind, after)
        const rules =
          name === storedGroup.name ? [] : await replaceGroupInRules(ctx, kind, { from: storedGroup.name, to: name })
        await record(collecting, [recorded.changed(ctx, storedGroup, after), ...rules])
        return answered(isUnchanged(ctx) ? storedGroup : after)
      }),

    remove: (ctx: Context, name: string): Promise<Notices> =>
      inTransaction(ctx, async (ctx) => {
        const storedGroup = await findForWrite(ctx, 'delete', { name }, `${label} not found`)
        assertNotNeeded(ctx, storedGroup, 'deleted')
        const collecting = await collectChanges(ctx)
        await release(collecting, storedGroup)
        // The group is removed from the rules, because a later group with this name would get the people of the rule.
        const rules = await replaceGroupInRules(ctx, kind, { from: name })
        await record(collecting, [recorded.removed(storedGroup), ...rules])
        return {}
      }),

    /** Moves all objects of the group to another group, and removes the group. */
    merge: (ctx: Context, { name, into }: { readonly name: string; readonly into: string }): Promise<Notices> =>
      inTransaction(ctx, async (ctx) => {
        const storedGroup = await findForWrite(ctx, 'delete', { name }, `${label} not found`)
        assertNotNeeded(ctx, storedGroup, 'deleted')
        if (into === name) throw invalidInput({ into: 'Must be another group' })
        const target = await repository.findIfThere(ctx.db, kind, { name: into })
        if (!target) throw invalidInput({ into: `${label} does not exist` })
        const collecting = await collectChanges(ctx)
        await release(collecting, storedGroup, target)
        await repository.update(ctx.db, kind, target)
        const merged = { ...target, items: [...target.items, ...storedGroup.items].toSorted(byCodePoint) }
        const rules = await replaceGroupInRules(ctx, kind, { from: name, to: into })
        await record(collecting, [recorded.removed(storedGroup), recorded.changed(ctx, target, merged), ...rules])
        return {}
      }),
  }
}

type Answered = Group & { readonly guard: string }

const answered = ({ items, ...group }: StoredGroup): Answered => {
  const { rowVersion: _, ...answer } = { ...group, result: items, guard: guardOf({ ...group, items }) }
  return answer
}

/** Objects and users get into a group through their own forms, too, so a write is based on both lists. */
const guardOf = ({ id, rowVersion, items, users }: StoredGroup): string =>
  `${id}-${rowVersion}-${hash('sha256', JSON.stringify([items, users])).slice(0, 16)}`

const placesOf = (field: string, names: readonly string[], unknown: readonly string[]) =>
  unknown.map((name): [string, string] => [`${field}.${names.indexOf(name)}`, `${name} does not exist`])
