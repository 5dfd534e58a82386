import {
  changeRollOutJobs,
  type JobActions,
  listRollOuts,
  readRollOut,
  revertTenant,
} from '@quatrain/contract/catalogue/roll-outs.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import type { Deliver } from '#kit/intents/deliveries.ts'
import { recordEvents } from '#kit/recording/recorder.ts'
import { type Context, inCatalogueOnly } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { revertRollOut } from './revert.service.ts'
import { changeJobs, find, findAll } from './roll-outs.repository.ts'

interface Dependencies {
  readonly tenancy: Tenancy
  readonly deliver: Deliver
}

export async function rollOutsRoutes(app: FastifyInstance, dependencies: Dependencies) {
  const { tenancy } = dependencies
  // Superusers of the super-tenant see the jobs of every tenant.
  serve(app, listRollOuts, () => findAll(tenancy.everyTenant))
  serve(app, readRollOut, (_, { params }) => find(tenancy.everyTenant, params.id))
  serve(app, changeRollOutJobs, (ctx, { params, body }) => change(ctx, params.id, body))
  serve(app, revertTenant, (ctx, { params, body }) =>
    revertRollOut(ctx, dependencies, { rollOut: params.id, tenant: body.tenant }),
  )
}

/** Each tenant has a row of the activity log of the super-tenant. No write lock of a tenant is taken. */
const change = (ctx: Context, id: number, actions: JobActions) =>
  inCatalogueOnly(ctx, async (ctx) => {
    const tenants = await changeJobs(ctx.db, id, actions, ctx.now())
    const { action, due } = actions
    const after = { action, ...(due && { due }) }
    await recordEvents(
      ctx,
      tenants.map(({ name }) => ({ kind: 'rollout', id, name: `Roll-out ${id} in ${name}`, action: 'change', after })),
    )
    return { tenants: tenants.map(({ name }) => name) }
  })
