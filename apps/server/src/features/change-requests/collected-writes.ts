import { isDeepStrictEqual } from 'node:util'
import type { RequestEffects, StoredWrite, SubmittedWrite } from '@quatrain/contract/change-requests/change-request.ts'
import { isOfMany } from '@quatrain/contract/change-requests/request-words.ts'
import { merge } from '@quatrain/contract/compare/compare.ts'
import type { Merged } from '@quatrain/contract/compare/sides.ts'
import { isCollected, type Resource } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument, storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { namesIn, references, referencesBetween } from '@quatrain/contract/resources/references.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import type { Kind, Kinds } from '#kit/kinds/kinds.ts'
import { readWrite } from '#kit/kinds/operation.ts'
import { digestOf, type Part, type Rehearsed, rehearse } from '#kit/two-stores/write-together.ts'
import type { Context } from '#request/context/context.ts'
import type { Preview } from '#request/context/recording.ts'

/** The kind of a write that requests can have. Throws `invalid_input` at `path` for another one. */
export function collectedKind(
  kinds: Kinds,
  { kind, operation }: Pick<StoredWrite, 'kind' | 'operation'>,
  path: string,
): Kind {
  const registered = kinds.get(kind)
  const endpoint = registered?.operations.get(operation)?.endpoint
  if (registered && (!isCollected(registered.resource, operation) || endpoint?.reauthentication !== undefined)) {
    const { many } = registered.resource.label
    throw invalidInput({ [`${path}.kind`]: `Change requests cannot ${operation} ${many}` })
  }
  if (!registered || !endpoint) throw invalidInput({ [`${path}.operation`]: 'There is no such operation of this kind' })
  return registered
}

/**
 * The kinds that objects of a kind refer to. Of two kinds that name each other, such as a group and its objects, the one that has a list
 * of the others comes first: it can be written without them.
 */
const targetsOf = (kind: string): Set<string> =>
  new Set(
    references.flatMap(({ from, field, to }) => {
      const isMutual = referencesBetween(to, kind).length > 0
      return from === kind && to !== kind && !(isMutual && field.includes('*')) ? [to] : []
    }),
  )

/** For each kind, how many kinds its objects refer to, one after the other. */
const depths = new Map<string, number>()

function depthOf(kind: string): number {
  const depth = depths.get(kind) ?? Math.max(0, ...[...targetsOf(kind)].map((target) => 1 + depthOf(target)))
  depths.set(kind, depth)
  return depth
}

type Ordered = Pick<StoredWrite, 'kind' | 'operation' | 'input'>

/** In the order in which they are made: what others refer to before them, and deletes last, the other way round. */
export const inOrder = <Write extends Ordered>(writes: readonly Write[]): Write[] => {
  const isDelete = ({ operation }: Write) => operation === 'remove'
  const byDepth = (former: Write, later: Write) => depthOf(former.kind) - depthOf(later.kind)
  const deletes = writes.filter(isDelete).toSorted((former, later) => byDepth(later, former))
  return [...afterTheirTargets(writes.filter((write) => !isDelete(write)).toSorted(byDepth)), ...deletes]
}

/** Each write after the adds of objects of its own kind that it names, such as the parent of a metric template. */
function afterTheirTargets<Write extends Ordered>(writes: readonly Write[]): Write[] {
  const keyOf = (kind: string, name: unknown) => `${kind} ${name}`
  const adds = new Map(
    writes.flatMap((write) => (write.operation === 'add' ? [[keyOf(write.kind, write.input.name), write]] : [])),
  )
  const ordered = new Set<Write>()
  const waiting = new Set<Write>()
  const put = (write: Write) => {
    // What names each other stays in its order.
    if (waiting.has(write)) return
    waiting.add(write)
    const { kind, input } = write
    for (const { name } of referencesBetween(kind, kind).flatMap((reference) => namesIn(input, reference))) {
      const target = adds.get(keyOf(kind, name))
      if (target) put(target)
    }
    ordered.add(write)
  }
  for (const write of writes) put(write)
  return [...ordered]
}

/** What performs the write with this input as the user of the context. Throws `invalid_input` for an input that its schema refuses. */
function runOf(kinds: Kinds, { kind, operation }: Pick<StoredWrite, 'kind' | 'operation'>, input: object, base = '*') {
  return readWrite(kinds, { kind, operation, input, base })
}

/** The object of a write as effects have it, and the document that it is based on. A write to many has the name of the package, or theirs. */
const objectOf = (
  { operation, input, before }: Omit<SubmittedWrite, 'base'>,
  own: Preview['changes'][number] | undefined,
) =>
  isOfMany({ operation, input })
    ? { name: String(input.name ?? input.metrictemplates ?? '').slice(0, 200), before: null }
    : { name: own?.name ?? '', before: before === undefined ? (own?.before ?? null) : before }

type Named = Pick<StoredWrite, 'kind' | 'operation' | 'input'>

const isSameWrite = ({ kind, operation, input }: Named, write: Named): boolean =>
  kind === write.kind && operation === write.operation && isDeepStrictEqual(input, write.input)

/** What `read` returns. The fields of its `invalid_input` are below `path`. */
function below<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid_input')) throw error
    const fields = Object.entries(error.extra.fields ?? {})
    throw invalidInput(fields.map(([field, message]) => [`${path}.${field}`, message]))
  }
}

/**
 * The submitted writes as they are stored, in order: new ones with the name and the document of their object. Those that the request
 * has already keep theirs. Throws `invalid_input` with the place of each new write that cannot be made after those before it.
 */
export async function collected(
  ctx: Context,
  kinds: Kinds,
  submitted: readonly SubmittedWrite[],
  stored: readonly StoredWrite[],
): Promise<StoredWrite[]> {
  const writes = inOrder(
    submitted.map(({ base, ...write }, index) => {
      const path = `writes.${index}`
      collectedKind(kinds, write, path)
      const former = stored.find((candidate) => isSameWrite(candidate, write))
      const run = below(`${path}.input`, () => runOf(kinds, write, write.input, former ? '*' : base))
      return { path, write, former, run, ...write }
    }),
  )
  const parts = writes.map(({ former, run, write, before }) => {
    if (former) return partOf(kinds, former)
    return before === undefined ? { run } : partOf(kinds, { ...write, name: '', before, collected_at: '' })
  })
  const rehearsed = await rehearse(ctx, parts)
  const problems = new Map<string, string>()
  const collected_at = ctx.now().toISOString()
  const names = new Set<string>()
  const storedWrites = writes.map(({ path, write, former }, index): StoredWrite => {
    const tried = rehearsed[index]
    if (former) return former
    if (!tried || 'refusal' in tried) {
      problems.set(path, tried?.refusal.message ?? '')
      return { ...write, name: '', before: null, collected_at }
    }
    const [own] = tried.effects.changes
    if (!own) problems.set(path, 'It changes nothing')
    return { ...write, ...objectOf(write, own), collected_at }
  })
  for (const [index, write] of storedWrites.entries()) {
    const { kind, operation, name } = write
    // What is imported can be changed too.
    const identity = `${kind} ${operation === 'import' ? operation : ''} ${name}`
    // One that was refused has no name.
    if (isOfMany(write) || name === '') continue
    if (names.has(identity)) problems.set(writes[index]?.path ?? '', 'The request has another write to this object')
    names.add(identity)
  }
  if (problems.size > 0) throw invalidInput(Object.fromEntries(problems))
  return storedWrites
}

/** The writes as parts, in order, each merged with what others have changed since it was collected. */
export const partsOf = (kinds: Kinds, writes: readonly StoredWrite[]): Part[] =>
  writes.map((write) => partOf(kinds, write))

function partOf(kinds: Kinds, write: StoredWrite): Part {
  const { resource } = collectedKind(kinds, write, 'writes')
  return {
    run: runOf(kinds, write, write.input),
    mergedPart: (...effects) => merged(kinds, resource, write, ...effects),
  }
}

/**
 * Undefined if the object is as it was when the write was collected. Throws `stale_version` if both have changed the same. What writes before
 * it do to an object that it removes, such as a tag that its template loses, does not matter.
 */
function merged(
  kinds: Kinds,
  resource: Resource,
  write: StoredWrite,
  { changes: [own] }: Preview,
  changesBefore: Preview['changes'],
): Part | undefined {
  if (!own || isOfMany(write)) return undefined
  const isRemoved = write.operation === 'remove'
  const former = isRemoved ? changesBefore.find(({ kind, name }) => kind === own.kind && name === own.name) : undefined
  const theirs = (former ?? own).before
  const compared = [write.before, theirs].map((document) =>
    isRemoved ? withoutNamesOf(changesBefore, own.kind, document) : document,
  )
  if (isDeepStrictEqual(compared[0], compared[1])) return undefined
  const subject = `The ${resource.label.one} ${write.name || own.name}`
  const sides = [write.before, own.after, theirs].map((document) => storedDocument(resource, document))
  const [base, mine, theirData] = sides
  if (write.operation !== 'change' || !base || !mine || !theirData) {
    throw new AppError('stale_version', `${subject} has changed meanwhile.`)
  }
  const both = merge(resource.compared, { base, mine, theirs: theirData })
  assertNoConflict(subject, both)
  return { run: runOf(kinds, write, { ...write.input, ...inputFromDocument(resource, both.value) }) }
}

/** The document without those of the changed objects in its lists of names: a change of one can add it to the list, or remove it. */
function withoutNamesOf(changes: Preview['changes'], ofKind: string, document: object | null): object | null {
  const changed = new Set(changes.map(({ kind, name }) => `${kind} ${name}`))
  const entries = Object.entries(document ?? {}).map(([field, value]) => {
    const targets = references.flatMap(({ from, field: path, to }) =>
      from === ofKind && path === `${field}.*` ? [to] : [],
    )
    const isNamed = (name: unknown) => targets.some((target) => changed.has(`${target} ${name}`))
    return [field, Array.isArray(value) ? value.filter((name) => !isNamed(name)) : value]
  })
  return document && Object.fromEntries(entries)
}

/** Throws `stale_version` with the fields that both sides have changed differently. */
export function assertNoConflict(subject: string, { entries }: Merged<unknown>): void {
  const conflicts = entries.filter(({ side }) => side === 'both differently').map(({ labels }) => labels.join(', '))
  if (conflicts.length === 0) return
  throw new AppError('stale_version', `${subject} was changed differently meanwhile: ${conflicts.join('; ')}.`)
}

/** What people read of the effects of parts that were tried. */
export const effectsOf = (parts: readonly Part[], rehearsed: readonly Rehearsed[]): RequestEffects => ({
  preview: digestOf(rehearsed),
  writes: rehearsed.map((tried, index) => ({
    refusal: 'refusal' in tried ? tried.refusal.message : '',
    isMerged: tried.part !== parts[index],
    warning: 'effects' in tried ? tried.warning : '',
    changes: 'effects' in tried ? tried.effects.changes : [],
    // There are no further pages of a group.
    groups: 'effects' in tried ? tried.effects.groups.map((group) => ({ ...group, next: null })) : [],
  })),
})
