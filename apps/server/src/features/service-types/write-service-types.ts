import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { type ServiceTypeDocument, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { problemsOfServiceTypes, type ServiceTypeProblem } from '@quatrain/contract/resources/service-type-rules.ts'
import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { hasTypes } from '#clients/web-api/service-type-list.ts'
import { certainlyNotApplied, refusedWith } from '#clients/web-api/upstream-error.ts'
import { authorize } from '#kit/http/authorize.ts'
import type { Change } from '#kit/recording/changes.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { notAsConfirmed } from '#kit/two-stores/remote-objects.ts'
import { twoStoreWrite } from '#kit/two-stores/two-store-write.ts'
import type { Context } from '#request/context/context.ts'
import type { ServiceTypeList } from '#request/context/web-api.ts'
import { byName, isSame, listWith, ownTypesIn } from './service-type-list.ts'
import { restoreList } from './service-types.recovery.ts'
import { countChanges } from './service-types.repository.ts'

interface Edit {
  /**
   * The service types of the console after the write, for the list that is in force. Throws if the user has not seen what
   * the write would overwrite.
   */
  readonly wantedIn: (list: ServiceTypeList) => readonly ServiceTypeDocument[]
  /** The service type that is recorded even if it does not change. */
  readonly written?: string
  readonly fieldOf: (problem: ServiceTypeProblem) => string
}

interface WrittenList {
  readonly list: readonly WebApiServiceTypeInput[]
  readonly notices: Notices
}

/** The list is claimed and written as a whole. */
const target = {
  resource: { kind: serviceTypes.kind, label: { one: 'list of' } },
  action: 'change',
  key: 'service types',
} as const

const maxAttempts = 3

/**
 * Writes the service types of the console to the Web API, then to the history. Those of the topology stay as they are in
 * the Web API: if a connector writes them at the same time, the write begins again. Returns the list, and what was left out of
 * it. Throws the errors of `wantedIn`, `invalid_input` for service types that violate a rule, and `upstream_failed`.
 */
export async function writeServiceTypes(ctx: Context, edit: Edit): Promise<WrittenList> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeOnce(ctx, edit)
    } catch (error) {
      const isChangedMeanwhile = refusedWith(error) === 412 && certainlyNotApplied(error)
      if (!isChangedMeanwhile || attempt === maxAttempts) throw error
    }
  }
}

async function writeOnce(ctx: Context, edit: Edit): Promise<WrittenList> {
  authorize(ctx, 'change', serviceTypes)
  const remoteList = await ctx.webApi.serviceTypes.read()
  const ownTypes = ownTypesIn(remoteList.types)
  const editedTypes = edit.wantedIn(remoteList)
  const after = titled(ctx, ownTypes, editedTypes)
  const notices = titlesLeftOut(editedTypes, after)
  assertValid(ctx, remoteList, edit, after)
  const sentList = listWith(remoteList.types, after)
  const check = async () => {
    if (!hasTypes((await ctx.webApi.serviceTypes.read()).types, sentList)) throw notAsConfirmed()
  }
  const write = async (ctx: Context) => {
    await recordChanges(ctx, { before: ownTypes, after, written: edit.written })
    return { list: sentList, notices }
  }
  return twoStoreWrite(ctx, {
    ...target,
    references: [],
    readRemote: async () => async () => {
      await ctx.webApi.serviceTypes.replace(sentList, remoteList)
      return { id: '', check }
    },
    prepare: async () => ({ write }),
    memo: () => ({ before: remoteList.types, after }),
    undoRemote: (ctx, _, hold) => restoreList(ctx, { before: remoteList.types, after }, hold),
  })
}

/**
 * Completes titles: where they are not used, each service type keeps the one that it has. A new one keeps what it comes with, so that a
 * deleted one that is restored, or applied from a file, has its title again.
 */
function titled(
  { tenant }: Context,
  storedTypes: readonly ServiceTypeDocument[],
  editedTypes: readonly ServiceTypeDocument[],
): readonly ServiceTypeDocument[] {
  if (tenant.useServiceTitle) return editedTypes
  const titles = new Map(storedTypes.map(({ name, title }) => [name, title]))
  return editedTypes.map((type) => ({ ...type, title: titles.get(type.name) ?? type.title }))
}

/** A title that is sent and not stored. */
function titlesLeftOut(editedTypes: readonly ServiceTypeDocument[], after: readonly ServiceTypeDocument[]): Notices {
  const count = editedTypes.filter(({ title }, index) => title !== '' && title !== after[index]?.title).length
  if (count === 0) return {}
  return { info: `Titles are not used here: ${count === 1 ? 'one was' : `${count} were`} left out.` }
}

function assertValid(
  { tenant }: Context,
  { types }: ServiceTypeList,
  { fieldOf, written }: Edit,
  editedTypes: readonly ServiceTypeDocument[],
): void {
  const problems = problemsOfServiceTypes(editedTypes, { stored: types, hasTitles: tenant.useServiceTitle })
  const own = problems.filter(({ index }) => written === undefined || editedTypes[index]?.name === written)
  if (own.length > 0) throw invalidInput(own.map((problem) => [fieldOf(problem), problem.message]))
}

const recorded = recordedKind(serviceTypes, { nameOf: ({ name }) => name })

interface Changes {
  readonly before: readonly ServiceTypeDocument[]
  readonly after: readonly ServiceTypeDocument[]
  readonly written: string | undefined
}

async function recordChanges(ctx: Context, { before, after, written }: Changes): Promise<void> {
  const [old, now] = [byName(before), byName(after)]
  const names = [...new Set([...now.keys(), ...old.keys()])].filter(
    (name) => name === written || !isSame(old.get(name), now.get(name)),
  )
  const numbers = await countChanges(ctx.db, names)
  const changes = names.flatMap<Change>((name) => {
    const [then, type, numbered] = [old.get(name), now.get(name), numbers.get(name)]
    if (!numbered) return []
    const stored = then && { ...then, id: numbered.id, rowVersion: numbered.rowVersion - 1 }
    if (type) return [stored ? recorded.changed(ctx, stored, type) : recorded.added(numbered.id, type)]
    return stored ? [recorded.removed(stored)] : []
  })
  await record(ctx, changes)
}
