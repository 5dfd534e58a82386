// Reads what rules of findings look at. Other features check what their writes would add.

import type { Estate, EstateKind, KnownEstate } from '@quatrain/contract/findings/estate.ts'
import { keyOfDocument } from '@quatrain/contract/findings/rule.ts'
import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import { metricsWithPackages } from '#features/packages/packages.reads.ts'
import { splitPackages } from '#features/packages/shared-repos.reads.ts'
import { previewScope } from '#features/reports/report-scope.reads.ts'
import { type TopologyReads, unlessTooLong } from '#features/topology/topology.reads.ts'
import { type Kinds, visibleKinds, writtenKinds } from '#kit/kinds/kinds.ts'
import { findDocuments } from '#kit/versions/newest-documents.ts'
import type { Context } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import * as circumstances from './circumstances.repository.ts'

export interface EstateSources {
  readonly kinds: Kinds
  readonly tenancy: Tenancy
  readonly topology: TopologyReads
}

/** Kinds whose rows of lists are no documents: their newest versions are read. */
const versionedKinds: ReadonlySet<string> = new Set<EstateKind>([
  'aggregationprofile',
  'metricoverride',
  'metricprofile',
  'report',
  'servicetype',
  'thresholdsprofile',
])

/** More reports are not looked at: each takes a call of the Web API. */
const maxReports = 50

export interface ReadEstate {
  readonly estate: KnownEstate
  /** What could not be read, in sentences. */
  readonly unchecked: readonly string[]
}

/** What rules need. A report can be named, if no other one matters. */
export interface Needs {
  readonly parts: ReadonlySet<keyof Estate>
  readonly report?: string | undefined
}

/**
 * What rules need, as far as the caller may see it. Calls of the Web API that fail are told, and leave their part out. The number of
 * statements is constant.
 */
export async function readEstate(ctx: Context, sources: EstateSources, { parts, report }: Needs): Promise<ReadEstate> {
  const visible = new Set(visibleKinds(sources.kinds, ctx))
  // Rules of a tenant look at what the tenant has, not at the catalogue.
  const kindNames = writtenKinds(sources.kinds, ctx).filter(
    (kind) => parts.has(kind as EstateKind) || (kind === 'report' && parts.has('coveredEndpoints')),
  )
  const unchecked: string[] = []
  const [documents, outside, own, people] = await Promise.all([
    documentsOf(ctx, sources.kinds, kindNames),
    ctx.caller.deployment === 'super' ? {} : outsideOf(ctx, sources.topology, parts, unchecked),
    ctx.caller.deployment === 'super' ? ofCatalogue(sources.tenancy, parts) : ofTenant(ctx, parts),
    visible.has('user') && needsPeople.some((part) => parts.has(part))
      ? circumstances.findPeople(ctx.db, visible.has('apikey'))
      : {},
  ])
  const reports = (documents.report ?? []).filter(({ name, disabled }) => !disabled && (report ?? name) === name)
  const covered = parts.has('coveredEndpoints') ? await coveredBy(ctx, reports, unchecked) : {}
  return { estate: { now: ctx.now(), ...documents, ...outside, ...own, ...people, ...covered }, unchecked }
}

const needsPeople = ['logins', 'keysOfUsers', 'apiKeys'] as const

/** The documents of these kinds. One statement for all that have versions, one for each list. */
async function documentsOf(ctx: Context, kinds: Kinds, kindNames: readonly string[]): Promise<KnownEstate> {
  const listed = kindNames.filter((kind) => !versionedKinds.has(kind))
  const versioned = kindNames.filter((kind) => versionedKinds.has(kind))
  const [rows, ...lists] = await Promise.all([
    versioned.length === 0 ? [] : findDocuments(ctx.db, versioned),
    ...listed.map(async (kind) => [kind, (await kinds.get(kind)?.list?.(ctx)) ?? []] as const),
  ])
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const stored = [
    ...versioned.map((kind) => [kind, (byKind.get(kind) ?? []).map(({ document }) => document)] as const),
    ...lists,
  ]
  return Object.fromEntries(
    stored.map(([kind, documents]) => {
      const resource = kinds.get(kind)?.resource
      // A row of a list of groups has the numbers of its members.
      const data = kind.startsWith('groupof')
        ? documents
        : documents.map((document) => resource && storedDocument(resource, document))
      return [kind, data.filter((document) => document !== undefined)]
    }),
  ) as KnownEstate
}

/** The topology and the operations profiles. */
async function outsideOf(
  ctx: Context,
  topology: TopologyReads,
  parts: Needs['parts'],
  unchecked: string[],
): Promise<KnownEstate> {
  const unlessFailed = async <Read>(subject: string, read: () => Promise<Read>): Promise<Read | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      unchecked.push(`${subject} not looked at: ${error.message}`)
      return undefined
    }
  }
  const [endpoints, operationsProfiles] = await Promise.all([
    parts.has('endpoints')
      ? unlessFailed('The topology was', () => unlessTooLong(() => topology.endpoints(ctx, {})))
      : undefined,
    parts.has('operationsProfiles')
      ? unlessFailed('Operations profiles were', () => circumstances.operationsProfiles(ctx))
      : undefined,
  ])
  if (endpoints === 'too long') unchecked.push('The topology was not looked at: it has too many endpoints.')
  if (endpoints === 'missing') unchecked.push('The topology was not looked at: there is none of today.')
  return {
    ...(Array.isArray(endpoints) && { endpoints }),
    ...(operationsProfiles && { operationsProfiles }),
  }
}

async function ofTenant(ctx: Context, parts: Needs['parts']): Promise<KnownEstate> {
  const [packagesOfMetrics, disabledReports] = await Promise.all([
    parts.has('packagesOfMetrics') ? metricsWithPackages(ctx) : undefined,
    parts.has('disabledReports') ? circumstances.findDisabledReports(ctx.db) : undefined,
  ])
  return { ...(packagesOfMetrics && { packagesOfMetrics }), ...(disabledReports && { disabledReports }) }
}

async function ofCatalogue(tenancy: Tenancy, parts: Needs['parts']): Promise<KnownEstate> {
  if (!parts.has('splitPackages') && !parts.has('usedPackages')) return {}
  const [split, usedPackages] = await Promise.all([
    splitPackages(tenancy),
    circumstances.findUsedPackages(tenancy.everyTenant),
  ])
  return { splitPackages: split, usedPackages }
}

/** How many endpoints reports cover, while the Web API answers. */
async function coveredBy(
  ctx: Context,
  reports: NonNullable<KnownEstate['report']>,
  unchecked: string[],
): Promise<KnownEstate> {
  if (reports.length > maxReports) unchecked.push(`The scope of ${maxReports} reports only was looked at.`)
  try {
    const counts = await Promise.all(
      reports.slice(0, maxReports).map(async ({ name, topology_types, filter_tags }) => {
        const preview = await previewScope(ctx.webApi, { topology_types, filter_tags })
        return preview.state === 'previewed' ? [{ report: name, count: preview.scope.endpoints.covered }] : []
      }),
    )
    return { coveredEndpoints: counts.flat() }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    unchecked.push(`The scope of reports was not looked at: ${error.message}`)
    return {}
  }
}

/** A document that is saved, replaced or deleted. */
export type DocumentChange = Pick<AffectedObject, 'kind' | 'name'> & {
  readonly before: object | null
  readonly after: object | null
}

/** The estate after these changes. What depends on the outside stays as it is. */
export function estateAfter(estate: KnownEstate, changes: readonly DocumentChange[]): KnownEstate {
  const byKind = Map.groupBy(changes, ({ kind }) => kind as EstateKind)
  const changed = [...byKind].flatMap(([kind, ofKind]) => {
    const documents = estate[kind]
    if (!documents) return []
    const formerKeys = new Set(ofKind.flatMap(({ name, before }) => (before ? keyOfDocument(kind, before) : name)))
    const rest = documents.filter((document) => !formerKeys.has(keyOfDocument(kind, document)))
    return [[kind, [...rest, ...ofKind.flatMap(({ after }) => after ?? [])]] as const]
  })
  return { ...estate, ...(Object.fromEntries(changed) as KnownEstate) }
}
