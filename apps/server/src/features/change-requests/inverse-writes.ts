import { isDeepStrictEqual } from 'node:util'
import type { StoredWrite } from '@quatrain/contract/change-requests/change-request.ts'
import { merge } from '@quatrain/contract/compare/compare.ts'
import type { Data } from '@quatrain/contract/compare/field.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument, storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import { toUserError } from '@quatrain/platform/database/failures.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { z } from 'zod'
import { packagesOfProbes } from '#features/packages/packages.reads.ts'
import { fieldOfList, type Kinds } from '#kit/kinds/kinds.ts'
import { inputOfChange, orMissing } from '#kit/kinds/restore.ts'
import { rehearse } from '#kit/two-stores/write-together.ts'
import type { Context } from '#request/context/context.ts'
import type { LoggedChange } from './change-requests.repository.ts'
import { assertNoConflict, collectedKind, inOrder, partsOf } from './collected-writes.ts'

/** A refusal names at most this many objects. */
const maxProblems = 10

/**
 * The writes that take these changes back, in the order in which they are made: one for each object. They are merged with what came
 * later, as all collected writes are. What is no more there to be taken back, or what another one of them takes back as its side
 * effect, has no write. Throws `invalid_input` for a kind that requests cannot have, `stale_version` with a sentence for each object that
 * cannot be as it was, and the refusals of the writes.
 */
export async function inverseWrites(
  ctx: Context,
  kinds: Kinds,
  changes: readonly LoggedChange[],
): Promise<StoredWrite[]> {
  const problems: AppError[] = []
  const noteProblem = (error: unknown) => {
    problems.push(toUserError(error))
  }
  const moves = await movesBack(ctx, changes)
  const lists = await listsBack(ctx, kinds, changes, noteProblem)
  const writes = [...moves.writes, ...lists.writes]
  for (const ofObject of Map.groupBy(changes, ({ kind, id }) => `${kind} ${id}`).values()) {
    if (ofObject.some((change) => moves.changes.has(change) || lists.changes.has(change))) continue
    const write = await inverseOf(ctx, kinds, ofObject).catch(noteProblem)
    if (write) writes.push(write)
  }
  const ordered = inOrder(writes)
  const rehearsed = await rehearse(ctx, partsOf(kinds, ordered))
  const sideEffects = new Set(
    rehearsed.flatMap((tried) =>
      'effects' in tried ? tried.effects.changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`) : [],
    ),
  )
  const remaining = ordered.filter(({ operation, kind, name }, index) => {
    const tried = rehearsed[index]
    if (tried && 'effects' in tried) return tried.effects.changes.length > 0
    if (!sideEffects.has(`${actionOf[operation]} ${kind} ${name}`)) noteProblem(tried?.refusal)
    return false
  })
  const [first] = problems
  if (first) throw new AppError(first.code, sentencesOf(problems), first.extra)
  if (remaining.length === 0) throw new AppError('stale_version', 'Nothing of it is left to be taken back.')
  return remaining
}

/** What a write does to its object if nobody has changed it meanwhile. */
const actionOf = {
  add: 'add',
  change: 'change',
  remove: 'delete',
  restore: 'add',
  import: 'add',
  move: 'change',
  replaceAll: 'change',
} as const

/** Whether a metric got another version of its probe. */
const isMoved = ({ kind, before, after }: LoggedChange): boolean =>
  kind === metrics.kind && before !== null && after !== null && before.probeversion !== after.probeversion

/**
 * What brings metrics back that were moved to another version of their package, or were deleted: all metrics of a package have one
 * version, so it is the move back and the imports. What is imported while no other metric of its package exists is moved afterwards. Those
 * that turn out to do nothing are left out. With the changes that they take back.
 */
async function movesBack(ctx: Context, changes: readonly LoggedChange[]) {
  const lost = changes.filter((change) => isMoved(change) || isDeletedMetric(change))
  const labels = lost.map(({ before }) => String(before?.probeversion))
  const packages = lost.length === 0 ? [] : await packagesOfProbes(ctx, labels)
  const write = { kind: metrics.kind, before: null, collected_at: ctx.now().toISOString() } as const
  const moves = packages.map(({ name, version }) => {
    return { ...write, operation: 'move', name, input: { name, version } } as const
  })
  const imports = lost.filter(isDeletedMetric).map(({ name }) => {
    return { ...write, operation: 'import', name, input: { metrictemplates: [name] } } as const
  })
  const writes: StoredWrite[] = imports.length === 0 ? moves : [...moves, ...imports, ...moves]
  return { writes, changes: new Set(lost) }
}

const tagsOf = z.array(z.string())

/**
 * The writes of whole lists, such as the default ports, that have the rows of before: a request has one write to each list only. With the
 * changes that they take back.
 */
async function listsBack(
  ctx: Context,
  kinds: Kinds,
  changes: readonly LoggedChange[],
  noteProblem: (error: unknown) => void,
) {
  const writes: StoredWrite[] = []
  const changesOfLists = new Set<LoggedChange>()
  for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
    const registeredKind = kinds.get(kind)
    const field = registeredKind && fieldOfList(registeredKind)
    const ofObjects = [...Map.groupBy(ofKind, ({ id }) => id).values()]
    const isSingle = ofObjects.length === 1 && registeredKind?.operations.has('change')
    if (!registeredKind?.list || field === undefined || isSingle) continue
    const { resource, list } = registeredKind
    const rows: Record<string, unknown>[] = (await list(ctx)).map((row) => ({ ...row }))
    // The topology has others.
    const ownRows = rows.filter(({ tags }) => kind !== serviceTypes.kind || isOfConsole({ tags: tagsOf.parse(tags) }))
    const documents = new Map(ownRows.map((row) => [keyIn(row, resource.key.read), storedDocument(resource, row)]))
    for (const ofObject of ofObjects) {
      for (const change of ofObject) changesOfLists.add(change)
      try {
        takeBackInList(documents, resource, ofObject)
      } catch (error) {
        noteProblem(error)
      }
    }
    const input = { [field]: [...documents.values()].map((document) => inputFromDocument(resource, document)) }
    writes.push({ kind, operation: 'replaceAll', name: '', before: null, input, collected_at: ctx.now().toISOString() })
  }
  return { writes, changes: changesOfLists }
}

/** Gives an object of a list the document that it had before these changes, merged with what came later. Throws `stale_version`. */
function takeBackInList(
  documents: Map<string, Data | undefined>,
  resource: Resource,
  changes: readonly LoggedChange[],
): void {
  const last = changes.at(-1)
  const [before, after] = [changes[0]?.before, last?.after].map((document) => storedDocument(resource, document))
  const name = last?.nameNow ?? ''
  const subject = `The ${resource.label.one} ${name}`
  const present = documents.get(name)
  if (!before && (!present || isDeepStrictEqual(present, after))) documents.delete(name)
  else if (!before) throw new AppError('stale_version', `${subject} has been changed since.`)
  else if (!after && present) throw new AppError('stale_version', `${subject} has been added again since.`)
  else if (after && !present) throw new AppError('stale_version', `${subject} has been deleted since.`)
  else if (after && present) {
    const both = merge(resource.compared, { base: after, mine: before, theirs: present })
    assertNoConflict(subject, both)
    documents.set(name, both.value)
  } else documents.set(name, before)
}

const isDeletedMetric = ({ kind, after }: LoggedChange): boolean => kind === metrics.kind && after === null

function sentencesOf(problems: readonly AppError[]): string {
  const sentences = [...new Set(problems.map(({ message }) => message))]
  const more = sentences.length - maxProblems
  return [...sentences.slice(0, maxProblems), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}

/** Undefined if the object is gone as it was before. `changes` are those of one object, the oldest first. */
async function inverseOf(
  ctx: Context,
  kinds: Kinds,
  changes: readonly LoggedChange[],
): Promise<StoredWrite | undefined> {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return undefined
  const { kind, id, nameNow: name } = last
  const operation = last.action === 'delete' ? 'restore' : first.action === 'add' ? 'remove' : 'change'
  const { resource, get } = collectedKind(kinds, { kind, operation }, 'changes')
  const subject = `The ${resource.label.one} ${name}`
  if (first.action === 'add' && last.isGone) return undefined
  const write = { kind, operation, name, collected_at: ctx.now().toISOString() } as const
  if (operation === 'restore') {
    const { version } = first
    if (version === null || !areContinuous(changes))
      throw new AppError('stale_version', `${subject} has no version that could be restored.`)
    return { ...write, before: null, input: { key: keyOf(resource, last), version: String(version) } }
  }
  const record = last.isGone ? undefined : await get?.(ctx, keyOf(resource, last)).catch(orMissing)
  if (!record) throw new AppError('stale_version', `${subject} has been deleted since.`)
  const former = formerState(resource, subject, changes)
  if (operation === 'remove')
    return { ...write, before: last.after, input: { key: keyIn({ ...record }, resource.key.remove) } }
  return { ...write, before: last.after, input: inputOfChange(resource, record, inputFromDocument(resource, former)) }

  function keyOf({ key }: Resource, { name, nameNow }: LoggedChange): string {
    return key.read === 'id' ? String(id) : operation === 'restore' ? name : nameNow
  }
}

/** Whether nobody has changed the object between these changes. */
const areContinuous = (changes: readonly LoggedChange[]): boolean =>
  changes.every(({ after }, index) => {
    const next = changes[index + 1]
    return next === undefined || JSON.stringify(after) === JSON.stringify(next.before)
  })

/**
 * The object after the last of these changes without any of them: what others have changed between them stays. Throws `stale_version`
 * with the fields that both have changed differently.
 */
function formerState(resource: Resource, subject: string, changes: readonly LoggedChange[]): Data | undefined {
  let state = storedDocument(resource, changes.at(-1)?.after)
  for (const { before, after } of changes.toReversed()) {
    const [base, mine] = [storedDocument(resource, after), storedDocument(resource, before)]
    if (!state || !base || !mine) return state
    const merged = merge(resource.compared, { base, mine, theirs: state })
    assertNoConflict(subject, merged)
    state = merged.value
  }
  return state
}
