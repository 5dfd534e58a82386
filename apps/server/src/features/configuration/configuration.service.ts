// The configuration as files say it: all objects of it, and the writes that make it as other files say it.

import { isDeepStrictEqual } from 'node:util'
import type { SubmittedWrite } from '@quatrain/contract/change-requests/change-request.ts'
import { diff, size } from '@quatrain/contract/compare/compare.ts'
import { type Data, isData } from '@quatrain/contract/compare/field.ts'
import type {
  Configuration,
  ConfigurationPlan,
  ManagedObject,
  planConfiguration,
} from '@quatrain/contract/configuration/configuration.ts'
import {
  type ConfiguredKind,
  type ConfiguredObject,
  configuredKind,
  configuredKinds,
  configuredObject,
  inputOfSpec,
} from '@quatrain/contract/configuration/configured-kinds.ts'
import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { keyIn, readKeyOf } from '@quatrain/contract/kit/kind-names.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { idField, isCollected } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { z } from 'zod'
import { effectiveWrites, managedObjects } from '#features/change-requests/change-requests.reads.ts'
import { packagesOfProbes } from '#features/packages/packages.reads.ts'
import { formerVersionsInUse } from '#features/probes/probes.reads.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { type Kinds, visibleKinds } from '#kit/kinds/kinds.ts'
import { capitalized } from '#kit/resource/label.ts'
import { findDocuments } from '#kit/versions/newest-documents.ts'
import type { Context } from '#request/context/context.ts'

type Fields = Readonly<Record<string, unknown>>

/** An object of the configuration, with what a write of it needs. */
interface StoredObject extends ConfiguredObject {
  /** As its list has it. */
  readonly row: Fields
  readonly document: Data
}

const idOf = ({ kind, name }: Pick<ConfiguredObject, 'kind' | 'name'>): string => `${kind} ${name}`

/** The kinds that files of this console have: those that its users write, and that the caller may see. */
function kindsOf(ctx: Context, kinds: Kinds): ConfiguredKind[] {
  const visible = new Set(visibleKinds(kinds, ctx))
  return configuredKinds.filter(({ resource: { kind, access } }) => {
    const { write = 'nobody' } = access[ctx.caller.deployment] ?? {}
    return visible.has(kind) && write !== 'nobody'
  })
}

const isSameType = (listed: z.core.$ZodType | undefined, schema: z.core.$ZodType): boolean => {
  if (listed instanceof z.ZodArray && schema instanceof z.ZodArray) return isSameType(listed.element, schema.element)
  return listed?._zod.def.type === schema._zod.def.type
}

/** Whether each row of the list of a kind has its document. */
const areDocumentsListed = ({ resource: { document, row } }: ConfiguredKind): boolean =>
  Object.entries(document.shape).every(([field, schema]) => isSameType(row.shape[field], schema))

/** Service types of the topology are configured elsewhere. */
const isConfigured = ({ tags }: Fields, { resource }: ConfiguredKind): boolean =>
  resource.kind !== serviceTypes.kind || isOfConsole({ tags: z.array(z.string()).parse(tags) })

/** The current documents of objects of these kinds, by kind and name. */
async function documentsOf({ db }: Context, kinds: readonly ConfiguredKind[]): Promise<ReadonlyMap<string, unknown>> {
  const rows = await findDocuments(
    db,
    kinds.map(({ resource }) => resource.kind),
  )
  return new Map(rows.map((row) => [idOf(row), row.document]))
}

/** All objects that files of this console can have, in the order of their kinds and names. */
async function readObjects(ctx: Context, kinds: Kinds): Promise<StoredObject[]> {
  const configured = kindsOf(ctx, kinds)
  const withoutDocuments = configured.filter((kind) => !areDocumentsListed(kind))
  const hasProbes = configured.some(({ resource }) => resource.kind === probes.kind)
  const [documents, formerVersions, ...lists] = await Promise.all([
    documentsOf(ctx, withoutDocuments),
    hasProbes ? formerVersionsInUse(ctx) : undefined,
    ...configured.map(async (kind) => [kind, (await kinds.get(kind.resource.kind)?.list?.(ctx)) ?? []] as const),
  ])
  return lists.flatMap(([kind, rows]) => {
    const { resource } = kind
    const objects = rows.flatMap((listed): StoredObject[] => {
      const row: Fields = { ...listed }
      if (!isConfigured(row, kind)) return []
      const name = keyIn(row, resource.key.read)
      const document = storedDocument(resource, documents.get(idOf({ kind: resource.kind, name })) ?? row)
      if (!document) return []
      const former = resource.kind === probes.kind ? formerVersions?.get(name) : undefined
      const content = former ? { ...document, former_versions: former } : document
      return [{ ...configuredObject(kind, content, name), row, document }]
    })
    return objects.toSorted((first, second) => byCodePoint(first.name, second.name))
  })
}

/** What files cannot have, for who reads a folder of them. */
const leftOut: Readonly<Record<Deployment, readonly string[]>> = {
  super: [
    'Tenants, users, keys of APIs and of users, webhooks, identity providers and the rule of change requests: they open the console.',
    'Former versions of probes and metric templates that only metrics of tenants still use.',
  ],
  tenant: [
    'Users, groups, keys of APIs and of users, webhooks, identity providers and the rule of change requests: they open the console.',
    'Probe candidates, service types of the topology, operations profiles and the topology: others write them.',
    'The content of metrics except their groups and configurations, and the catalogue: the super-tenant writes it.',
  ],
}

/** The configuration of the console of the caller, with who manages each object as code. */
export async function readConfigurationOf(ctx: Context, kinds: Kinds): Promise<Configuration> {
  const [objects, owners] = await Promise.all([readObjects(ctx, kinds), ownersOf(ctx)])
  return {
    objects: objects.map(({ kind, name, spec }) => {
      const owner = owners.get(idOf({ kind, name }))
      return { kind, name, spec, ...(owner !== undefined && { owner }) }
    }),
    left_out: [...leftOut[ctx.caller.deployment]],
  }
}

const ownersOf = async (ctx: Context): Promise<Map<string, string>> =>
  new Map((await managedObjects(ctx)).map((managed) => [idOf(managed), managed.owner]))

/** Objects that are managed as code, with whether they still are as they were applied. */
export async function listManaged(
  ctx: Context,
  kinds: Kinds,
  place: { readonly kind?: string | undefined; readonly name?: string | undefined },
): Promise<ManagedObject[]> {
  const configured = new Map(kindsOf(ctx, kinds).map((kind) => [kind.resource.kind, kind]))
  const managed = (await managedObjects(ctx, place)).filter(({ kind }) => configured.has(kind))
  const objects = managed.length === 0 ? [] : await readObjects(ctx, kinds)
  const storedObjects = new Map(objects.map((object) => [idOf(object), object]))
  return managed.map(({ spec, ...object }) => {
    const stored = storedObjects.get(idOf(object))
    const kind = configured.get(object.kind)
    const { input } = kind && isData(spec) ? inputOfSpec(kind, { ...object, spec }) : {}
    const isSame =
      isDeepStrictEqual(stored?.spec, spec) ||
      (stored && kind && input && !isDifferent({ kind, name: object.name, input, stored }))
    return { ...object, state: stored === undefined ? 'missing' : isSame ? 'same' : 'changed' }
  })
}

type Submitted = InputOf<typeof planConfiguration>['body']

/** An object of the files with the input of its write, and what is stored of it. */
interface FileObject {
  readonly kind: ConfiguredKind
  readonly name: string
  readonly input: Data
  readonly stored: StoredObject | undefined
}

/** The writes that make the configuration as files say it. Throws `invalid_input` with the place of each problem in these. */
export async function plan(
  ctx: Context,
  dependencies: { readonly kinds: Kinds; readonly topology: TopologyReads },
  submitted: Submitted,
): Promise<ConfigurationPlan> {
  const { kinds } = dependencies
  const { owner, prune } = submitted
  const [objects, owners] = await Promise.all([readObjects(ctx, kinds), ownersOf(ctx)])
  const fileObjects = objectsOfFiles(kindsOf(ctx, kinds), objects, submitted.objects)
  const idsOfFiles = new Set(
    fileObjects.flatMap(({ kind, name, stored }) => [idIn(kind, name), ...(stored ? [idOf(stored)] : [])]),
  )
  const unnamed = objects.filter((object) => owners.get(idOf(object)) === owner && !idsOfFiles.has(idOf(object)))
  const removed = prune ? unnamed.filter(isRemovable) : []
  const written = fileObjects.filter(isDifferent)
  const lists = Object.keys(listFields).flatMap((kind) => {
    const removedOfKind = removed.filter((object) => object.kind === kind)
    return (
      writeOfList(
        kind,
        objects,
        written.filter((object) => object.kind.resource.kind === kind),
        removedOfKind,
      ) ?? []
    )
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
    ...(await effectiveWrites(ctx, dependencies, writes)),
  }
}

const idIn = ({ resource: { kind } }: ConfiguredKind, name: string): string => idOf({ kind, name })

/** The objects of the files with what is stored of them. Throws `invalid_input` with the place of each problem. */
function objectsOfFiles(
  kinds: readonly ConfiguredKind[],
  objects: readonly StoredObject[],
  submitted: Submitted['objects'],
): FileObject[] {
  const storedObjects = new Map(objects.map((object) => [idOf(object), object]))
  const submittedIds = new Set(submitted.map(idOf))
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
    if (namedIds.has(idOf(object))) return note('name', 'Two files are about this object')
    namedIds.add(idOf(object))
    const { spec } = object
    if (!isData(spec)) return note('spec', 'Must have texts, numbers, flags and lists only')
    const unchanged = storedObjects.get(idOf(object))
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

/** Whether a write is needed: what the input does not say stays. */
function isDifferent({ kind: { resource }, input, stored }: FileObject): boolean {
  if (!stored) return true
  if (Object.keys(input).length === 0) return false
  const document = resource.toDocument?.(input as never) ?? input
  return size(diff(resource.compared, stored.document, { ...stored.document, ...document })) > 0
}

function changeOf(
  object: FileObject,
  owners: ReadonlyMap<string, string>,
  owner: string,
): ConfigurationPlan['changes'] {
  const { kind, name, stored } = object
  const identity = { kind: kind.resource.kind, name }
  if (!stored) return [{ action: 'add', ...identity }]
  const manager = owners.get(idOf(stored)) ?? ''
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

/** The fields of the writes that replace a whole list. */
const listFields: Readonly<Record<string, string>> = {
  [defaultPorts.kind]: 'ports',
  [serviceTypes.kind]: 'servicetypes',
}

/**
 * The writes of the objects in lists: default ports are written as one, and several service types too, since each write claims all of them.
 * Returns undefined for kinds and numbers that are written one by one.
 */
function writeOfList(
  kind: string,
  objects: readonly StoredObject[],
  written: readonly FileObject[],
  removed: readonly StoredObject[],
): SubmittedWrite | undefined {
  const field = listFields[kind]
  const count = written.length + removed.length
  if (field === undefined || count === 0 || (count === 1 && kind === serviceTypes.kind)) return undefined
  const replacedNames = new Set([...removed, ...written].map(({ name }) => name))
  const otherObjects = objects.filter((object) => object.kind === kind && !replacedNames.has(object.name))
  const rows = [...otherObjects.map(({ document }) => document), ...written.map(({ input }) => input)]
  return { kind, operation: 'replaceAll', input: { [field]: rows } }
}
