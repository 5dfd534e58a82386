// The writes that make the configuration as files say it.

import { isDeepStrictEqual } from 'node:util'
import type { SubmittedWrite } from '@quatrain/contract/change-requests/change-request.ts'
import { type Data, isData } from '@quatrain/contract/compare/field.ts'
import type { ConfigurationPlan, planConfiguration } from '@quatrain/contract/configuration/configuration.ts'
import { type ConfiguredKind, configuredKind, inputOfSpec } from '@quatrain/contract/configuration/configured-kinds.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { keyIn, readKeyOf } from '@quatrain/contract/kit/kind-names.ts'
import { idField, isCollected } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { writesWithEffects } from '#features/change-requests/change-requests.reads.ts'
import { packagesOfProbes } from '#features/packages/packages.reads.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { fieldOfList, type Kinds } from '#kit/kinds/kinds.ts'
import { capitalized } from '#kit/resource/label.ts'
import type { Context } from '#request/context/context.ts'
import {
  type FileObject,
  idOfObject,
  isDifferent,
  kindsOf,
  ownersOf,
  readStoredObjects,
  type StoredObject,
} from './configuration.service.ts'

type Submitted = InputOf<typeof planConfiguration>['body']

/** The writes that make the configuration as files say it. Throws `invalid_input` with the place of each problem in these. */
export async function plan(
  ctx: Context,
  dependencies: { readonly kinds: Kinds; readonly topology: TopologyReads },
  submitted: Submitted,
): Promise<ConfigurationPlan> {
  const { kinds } = dependencies
  const { owner, prune } = submitted
  const [objects, owners] = await Promise.all([readStoredObjects(ctx, kinds), ownersOf(ctx)])
  const fileObjects = objectsOfFiles(kindsOf(ctx, kinds), objects, submitted.objects)
  const idsOfFiles = new Set(
    fileObjects.flatMap(({ kind, name, stored }) => [idIn(kind, name), ...(stored ? [idOfObject(stored)] : [])]),
  )
  const unnamed = objects.filter(
    (object) => owners.get(idOfObject(object)) === owner && !idsOfFiles.has(idOfObject(object)),
  )
  const removed = prune ? unnamed.filter(isRemovable) : []
  const written = fileObjects.filter(isDifferent)
  const lists = kindsOf(ctx, kinds).flatMap(({ resource: { kind } }) => {
    const registeredKind = kinds.get(kind)
    const field = registeredKind && fieldOfList(registeredKind)
    if (field === undefined) return []
    const ofKind = (object: StoredObject) => object.kind === kind
    const writtenOfKind = written.filter((object) => object.kind.resource.kind === kind)
    return writeOfList({ kind, field }, objects.filter(ofKind), writtenOfKind, removed.filter(ofKind)) ?? []
  })
  const isSingle = (kind: string) => !lists.some((write) => write.kind === kind)
  const single = written.filter(({ kind }) => isSingle(kind.resource.kind))
  const writes = [
    ...lists,
    ...(await writesOfMetrics(ctx, single)),
    ...single.map(writeOf),
    ...removed.filter(({ kind }) => isSingle(kind)).map(removalOf),
  ]
  const removals = removed.map(({ kind, name }) => ({ action: 'remove', kind, name }) as const)
  return {
    changes: [...fileObjects.flatMap((object) => changeOf(object, owners, owner)), ...removals],
    left: unnamed.filter((object) => !removed.includes(object)).map(({ kind, name }) => ({ kind, name })),
    ...(await writesWithEffects(ctx, dependencies, writes)),
  }
}

const idIn = ({ resource: { kind } }: ConfiguredKind, name: string): string => idOfObject({ kind, name })

/** The objects of the files with what is stored of them. Throws `invalid_input` with the place of each problem. */
function objectsOfFiles(
  kinds: readonly ConfiguredKind[],
  objects: readonly StoredObject[],
  submitted: Submitted['objects'],
): FileObject[] {
  const storedObjects = new Map(objects.map((object) => [idOfObject(object), object]))
  const submittedIds = new Set(submitted.map(idOfObject))
  const problems: [string, string][] = []
  const namedIds = new Set<string>()
  const fileObjects = submitted.flatMap((object, index): FileObject[] => {
    const { name, former_names: formerNames } = object
    const note = (field: string, message: string): [] => {
      problems.push([`objects.${index}.${field}`, message])
      return []
    }
    const kind = kinds.find(({ resource }) => resource.kind === object.kind)
    if (!kind) return note('kind', 'Files of this console cannot have such objects')
    if (namedIds.has(idOfObject(object))) return note('name', 'Two files are about this object')
    namedIds.add(idOfObject(object))
    const { spec } = object
    if (!isData(spec)) return note('spec', 'Must have texts, numbers, flags and lists only')
    const unchanged = storedObjects.get(idOfObject(object))
    // What is stored already may break a rule that is newer.
    if (unchanged && isDeepStrictEqual(unchanged.spec, spec)) return [{ kind, name, input: {}, stored: unchanged }]
    const { input, problems: problemsOfSpec } = inputOfSpec(kind, { name, spec })
    for (const { path, message } of problemsOfSpec)
      note((path[0] === 'name' && !kind.fields.includes('name') ? path : ['spec', ...path]).join('.'), message)
    if (!input) return []
    const formerIds = formerNames.map((formerName) => idIn(kind, formerName)).filter((id) => !submittedIds.has(id))
    const former = formerIds.map((id) => storedObjects.get(id)).find((stored) => stored !== undefined)
    const stored = unchanged ?? former
    const isRenamed = stored !== undefined && stored.name !== name
    if (isRenamed && idField(kind.resource) === undefined)
      return note('former_names', `${capitalized(kind.resource.label.many)} cannot be renamed`)
    return [{ kind, name, input, stored }]
  })
  if (problems.length > 0) throw invalidInput(problems)
  return fileObjects
}

function changeOf(
  object: FileObject,
  owners: ReadonlyMap<string, string>,
  owner: string,
): ConfigurationPlan['changes'] {
  const { kind, name, stored } = object
  const identity = { kind: kind.resource.kind, name }
  if (!stored) return [{ action: 'add', ...identity }]
  const manager = owners.get(idOfObject(stored)) ?? ''
  const isChanged = isDifferent(object)
  if (!isChanged && manager === owner) return []
  const formerName = stored.name === name ? {} : { former_name: stored.name }
  const otherManager = manager === owner ? {} : { managed_by: manager }
  return [{ action: isChanged ? 'change' : 'adopt', ...identity, ...formerName, ...otherManager }]
}

/** What a change identifies its object by, besides the name. */
const identityOf = ({ resource }: ConfiguredKind, { row }: StoredObject): Data => {
  const fields = ['id', 'apiid'].filter((field) => resource.change && Object.hasOwn(resource.change.shape, field))
  const identity = Object.fromEntries(fields.map((field) => [field, row[field]]))
  return isData(identity) ? identity : {}
}

/** The write of an object; of a new metric, the one after its import. */
function writeOf({ kind, input, stored }: FileObject): SubmittedWrite {
  const { resource } = kind
  const isAdded = !stored && resource.add !== undefined
  const identity = stored ? identityOf(kind, stored) : {}
  return { kind: resource.kind, operation: isAdded ? 'add' : 'change', input: { ...identity, ...input } }
}

/** Metric templates stay until the metrics of all tenants have followed, which no change request can wait for. */
const isRemovable = ({ kind }: StoredObject): boolean => {
  const resource = configuredKind(kind)?.resource
  return resource !== undefined && (resource.kind === defaultPorts.kind || isCollected(resource, 'remove'))
}

const removalOf = ({ kind, row }: StoredObject): SubmittedWrite => ({
  kind,
  operation: 'remove',
  input: { key: keyIn(row, configuredKind(kind)?.resource.key.remove ?? readKeyOf(kind)) },
})

/**
 * What imports metrics, and gives them their versions: all metrics of a package have one. What is imported while no other metric of its
 * package exists is moved afterwards.
 */
async function writesOfMetrics(ctx: Context, written: readonly FileObject[]): Promise<SubmittedWrite[]> {
  const ofMetrics = written.filter(({ kind }) => kind.resource.kind === metrics.kind)
  const moved = ofMetrics.filter(({ input, stored }) => input.probeversion !== stored?.document.probeversion)
  const labels = moved.flatMap(({ input: { probeversion } }) =>
    typeof probeversion === 'string' ? [probeversion] : [],
  )
  const packages = labels.length === 0 ? [] : await packagesOfProbes(ctx, labels)
  const { kind } = metrics
  const moves = packages.map(({ name, version }) => ({ kind, operation: 'move', input: { name, version } }) as const)
  const metrictemplates = ofMetrics.flatMap(({ name, stored }) => (stored ? [] : [name]))
  if (metrictemplates.length === 0) return moves
  const movesBefore = moved.some(({ stored }) => stored) ? moves : []
  return [...movesBefore, { kind, operation: 'import', input: { metrictemplates } }, ...moves]
}

/**
 * The writes of the objects in lists: default ports are written as one, and several service types too, since each write claims all of them.
 * Returns undefined for kinds and numbers that are written one by one.
 */
function writeOfList(
  { kind, field }: { readonly kind: string; readonly field: string },
  objects: readonly StoredObject[],
  written: readonly FileObject[],
  removed: readonly StoredObject[],
): SubmittedWrite | undefined {
  const count = written.length + removed.length
  if (count === 0 || (count === 1 && kind === serviceTypes.kind)) return undefined
  const replacedNames = new Set([...removed, ...written].map(({ name }) => name))
  const otherObjects = objects.filter(({ name }) => !replacedNames.has(name))
  const rows = [...otherObjects.map(({ document }) => document), ...written.map(({ input }) => input)]
  return { kind, operation: 'replaceAll', input: { [field]: rows } }
}
