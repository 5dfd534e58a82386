import { dependenciesOf } from '@quatrain/contract/console/dependencies.ts'
import { dependentsOf, missingNamesOf } from '@quatrain/contract/console/dependents.ts'
import { can } from '@quatrain/contract/kit/policy.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { canBeMissing, configurationReferences, outsideKinds } from '@quatrain/contract/resources/references.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { tenants } from '@quatrain/contract/resources/tenant.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import { pairsOfServices } from '#features/metric-profiles/metric-profiles.reads.ts'
import { distinct, endpointsOfHost, type TopologyReads } from '#features/topology/topology.reads.ts'
import { authorize } from '#kit/http/authorize.ts'
import { cachedByRevision } from '#kit/http/cached-by-revision.ts'
import { serve } from '#kit/http/serve.ts'
import { objectsOfKinds } from '#kit/references/objects-of-kinds.ts'
import { capitalized } from '#kit/resource/label.ts'
import type { Context } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { findReferredObjects, findReferringFields } from './dependencies.repository.ts'
import {
  type DependencyGraph,
  graphOf,
  neighbourhood,
  nodesNamed,
  type ReferringField,
  sizeOfGraph,
} from './dependency-graph.ts'
import { findDependents, findMissingNames } from './references.reads.ts'

/** The bytes of the graphs of all tenants that are cached: one of 2,000 metrics needs about 5 MB. */
const maxBytes = 64 * 1024 * 1024

interface Dependencies {
  readonly tenancy: Tenancy
  readonly topology: TopologyReads
}

export async function referencesRoutes(app: FastifyInstance, { tenancy, topology }: Dependencies) {
  /** The kind, if the deployment has it, and keys of users may read it if there is one. */
  const resourceOf = ({ caller, userKey }: Context, kind: string) => {
    const resource = app.kinds.get(kind)?.resource
    return resource?.access[caller.deployment] && (!userKey || resource.userKeys === 'accepted') ? resource : undefined
  }
  const assertMayView = (ctx: Context, kind: string) => {
    // What only the Web API has is named by objects of tenants alone, which users see by their own rights.
    if (!app.kinds.has(kind) && ctx.caller.deployment === 'tenant' && outsideKinds.some((outside) => outside === kind))
      return
    const resource = resourceOf(ctx, kind)
    if (!resource) throw notFound('Kind')
    authorize(ctx, 'view', resource)
  }

  serve(app, dependentsOf, async (ctx, { params }) => {
    assertMayView(ctx, params.kind)
    // The super-tenant manages the identity providers of all tenants.
    const db = params.kind === tenants.kind ? tenancy.everyTenant : ctx.db
    const dependents = await findDependents(db, params.kind, params.key)
    return dependents.filter(({ kind }) => {
      const resource = resourceOf(ctx, kind)
      return resource && can(ctx.caller, 'view', resource)
    })
  })

  const graphs = cachedByRevision<DependencyGraph>({
    path: dependenciesOf.path,
    maxBytes,
    sizeOf: sizeOfGraph,
    read: async ({ db }) => graphOf(await findReferringFields(db), await findReferredObjects(db)),
  })

  serve(app, dependenciesOf, async (ctx, { params: { kind, key }, query: { steps = 2 } }) => {
    const resource = app.kinds.get(kind)?.resource
    if (resource) assertMayView(ctx, kind)
    if (!configurationReferences.some(({ from, to }) => from === kind || to === kind)) throw notFound('Kind')
    const stored = await graphs(ctx)
    const isHost = kind === 'host' && ctx.caller.deployment === 'tenant'
    // The console does not know all objects of the Web API.
    const unlisted = objectsOfKinds[kind] ? [] : [{ kind, name: key, key, group: '' }]
    const graph =
      unlisted.length > 0 ? graphOf(isHost ? await fieldsAboutHost(ctx, topology, key) : [], unlisted, stored) : stored
    const starts = nodesNamed(graph, kind, key)
    if (starts.length === 0) throw notFound(capitalized(resource?.label.one ?? 'Object'))
    const otherReports = isHost ? await reportsWithout(ctx, topology, graph, key) : new Set()
    return neighbourhood(graph, {
      starts,
      maxSteps: steps,
      isVisible(kind, name) {
        if (kind === reports.kind && otherReports.has(name)) return false
        const resource = app.kinds.has(kind) ? resourceOf(ctx, kind) : undefined
        // What is no kind is only in documents of what the caller may see.
        return app.kinds.has(kind) ? resource !== undefined && can(ctx.caller, 'view', resource) : true
      },
      ownerOf(kind) {
        if (outsideKinds.some((outside) => outside === kind)) return 'topology'
        return app.kinds.get(kind)?.resource.history === 'tenantversion' ? 'tenant' : 'catalogue'
      },
    })
  })

  serve(app, missingNamesOf, async (ctx, { params: { kind } }) => {
    assertMayView(ctx, kind)
    const hasTypes = canBeMissing.some(({ from, to }) => from === kind && to === serviceTypes.kind)
    return findMissingNames(ctx.db, kind, hasTypes ? await serviceTypeNames(ctx, topology) : undefined)
  })
}

/** Undefined if the Web API has none, or cannot tell. */
async function serviceTypeNames(ctx: Context, { serviceTypes }: TopologyReads): Promise<string[] | undefined> {
  try {
    const types = await serviceTypes(ctx, {})
    return types?.length ? types.map(({ name }) => name) : undefined
  } catch (error) {
    if (error instanceof UpstreamError) return undefined
    throw error
  }
}

/** The reports of the graph whose scope has no endpoint of the host. What the Web API does not know may have one. */
async function reportsWithout(ctx: Context, topology: TopologyReads, { nodes }: DependencyGraph, hostname: string) {
  const names = new Set<string>()
  // One after the other: each list can be as long as the topology.
  for (const { name } of nodes.filter(({ kind }) => kind === reports.kind)) {
    const endpoints = await topology.endpointsOfReport(ctx, name)
    if (endpoints?.every((endpoint) => endpoint.hostname !== hostname)) names.add(name)
  }
  return names
}

/** What of the configuration and of today's topology is about a host: its service types, its groups, and the metrics that run on it. */
async function fieldsAboutHost(ctx: Context, topology: TopologyReads, hostname: string): Promise<ReferringField[]> {
  const endpoints = await endpointsOfHost(topology, ctx, hostname)
  const services = distinct(endpoints.map(({ service }) => service))
  const about = (kind: string, names: readonly string[], field: string) =>
    names.map((name) => ({ kind, name, field, target: 'host', names: [hostname] }))
  return [
    ...about(serviceTypes.kind, services, 'endpoints'),
    ...about('endpointgroup', distinct(endpoints.map(({ group }) => group)), 'endpoints'),
    ...about(metrics.kind, distinct((await pairsOfServices(ctx, services)).map(({ metric }) => metric)), 'checks'),
  ]
}
