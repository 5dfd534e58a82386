import { dependentsOf, missingNamesOf } from '@quatrain/contract/console/dependents.ts'
import { can } from '@quatrain/contract/kit/policy.ts'
import { canBeMissing } from '@quatrain/contract/resources/references.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { tenants } from '@quatrain/contract/resources/tenant.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { authorize } from '#kit/http/authorize.ts'
import { serve } from '#kit/http/serve.ts'
import type { Context } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { findDependents, findMissingNames } from './references.reads.ts'

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
