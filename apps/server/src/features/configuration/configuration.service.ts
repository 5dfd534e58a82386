// The configuration of a console as files say it: all objects of it, and those that are managed as code.

import { isDeepStrictEqual } from 'node:util'
import { diff, size } from '@quatrain/contract/compare/compare.ts'
import { type Data, isData } from '@quatrain/contract/compare/field.ts'
import type { Configuration, ManagedObject } from '@quatrain/contract/configuration/configuration.ts'
import {
  type ConfiguredKind,
  type ConfiguredObject,
  configuredKinds,
  configuredObject,
  inputOfSpec,
} from '@quatrain/contract/configuration/configured-kinds.ts'
import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { isOfConsole } from '@quatrain/contract/web-api/merged-service-types.ts'
import { z } from 'zod'
import { managedObjects } from '#features/change-requests/change-requests.reads.ts'
import { formerVersionsInUse } from '#features/probes/probes.reads.ts'
import { type Kinds, writtenKinds } from '#kit/kinds/kinds.ts'
import { findDocuments } from '#kit/versions/newest-documents.ts'
import type { Context } from '#request/context/context.ts'

type Fields = Readonly<Record<string, unknown>>

/** An object of the configuration, with what a write of it needs. */
export interface StoredObject extends ConfiguredObject {
  /** As its list has it. */
  readonly row: Fields
  readonly document: Data
}

/** Identifies an object among those of all kinds. */
export const idOfObject = ({ kind, name }: Pick<ConfiguredObject, 'kind' | 'name'>): string => `${kind} ${name}`

/** The kinds that files of this console have: those that its users write, and that the caller may see. */
export function kindsOf(ctx: Context, kinds: Kinds): ConfiguredKind[] {
  const written = new Set(writtenKinds(kinds, ctx))
  return configuredKinds.filter(({ resource }) => written.has(resource.kind))
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
  return new Map(rows.map((row) => [idOfObject(row), row.document]))
}

/** All objects that files of this console can have, in the order of their kinds and names. */
export async function readStoredObjects(ctx: Context, kinds: Kinds): Promise<StoredObject[]> {
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
      const document = storedDocument(resource, documents.get(idOfObject({ kind: resource.kind, name })) ?? row)
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
  const [objects, owners] = await Promise.all([readStoredObjects(ctx, kinds), ownersOf(ctx)])
  return {
    objects: objects.map(({ kind, name, spec }) => {
      const owner = owners.get(idOfObject({ kind, name }))
      return { kind, name, spec, ...(owner !== undefined && { owner }) }
    }),
    left_out: [...leftOut[ctx.caller.deployment]],
  }
}

/** Who manages objects as code, by their `idOfObject`. */
export const ownersOf = async (ctx: Context): Promise<Map<string, string>> =>
  new Map((await managedObjects(ctx)).map((managed) => [idOfObject(managed), managed.owner]))

/** Objects that are managed as code, with whether they still are as they were applied. */
export async function listManaged(
  ctx: Context,
  kinds: Kinds,
  place: { readonly kind?: string | undefined; readonly name?: string | undefined },
): Promise<ManagedObject[]> {
  const configured = new Map(kindsOf(ctx, kinds).map((kind) => [kind.resource.kind, kind]))
  const managed = (await managedObjects(ctx, place)).filter(({ kind }) => configured.has(kind))
  const objects = managed.length === 0 ? [] : await readStoredObjects(ctx, kinds)
  const storedObjects = new Map(objects.map((object) => [idOfObject(object), object]))
  return managed.map(({ spec, ...object }) => {
    const stored = storedObjects.get(idOfObject(object))
    const kind = configured.get(object.kind)
    const { input } = kind && isData(spec) ? inputOfSpec(kind, { ...object, spec }) : {}
    const isSame =
      isDeepStrictEqual(stored?.spec, spec) ||
      (stored && kind && input && !isDifferent({ kind, name: object.name, input, stored }))
    return { ...object, state: stored === undefined ? 'missing' : isSame ? 'same' : 'changed' }
  })
}

/** An object of the files with the input of its write, and what is stored of it. */
export interface FileObject {
  readonly kind: ConfiguredKind
  readonly name: string
  readonly input: Data
  readonly stored: StoredObject | undefined
}

/** Whether a write is needed: what the input does not say stays. */
export function isDifferent({ kind: { resource }, input, stored }: FileObject): boolean {
  if (!stored) return true
  if (Object.keys(input).length === 0) return false
  const document = resource.toDocument?.(input as never) ?? input
  return size(diff(resource.compared, stored.document, { ...stored.document, ...document })) > 0
}
