import { newerPackages } from '@quatrain/contract/resources/metric-moves.ts'
import { packages, packageUsageOf, packageVersions, publicPackages } from '@quatrain/contract/resources/package.ts'
import type { FastifyInstance } from 'fastify'
import { byRevision } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Context } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { packagesWithNewer, usageOfPackages, versionsInUse } from './packages.reads.ts'
import { find, findAll, findUsed, findVersions } from './packages.repository.ts'
import { addPackage, changePackage, deletePackage } from './packages.service.ts'
import { otherVersionsOf } from './shared-repos.reads.ts'

export async function packagesRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  serveResource(app, packages, {
    list,
    get: (ctx, key) => find(ctx.db, key),
    add: addPackage,
    change: changePackage,
    remove: deletePackage,
  })
  serve(app, publicPackages, byRevision(list))
  serve(app, packageVersions, (ctx, { params }) => findVersions(ctx.db, params.name))
  serve(app, newerPackages, packagesWithNewer)
  serve(app, packageUsageOf, async (ctx, { params }) => {
    const storedPackage = await find(ctx.db, params.key)
    const [usage, otherVersions, versions] = await Promise.all([
      usageOfPackages(ctx, tenancy, [storedPackage.id]),
      otherVersionsOf(ctx, tenancy, storedPackage),
      ctx.tenant.deployment === 'super' ? versionsInUse(tenancy.everyTenant, storedPackage.name) : [],
    ])
    const isInstalled = usage.tenants.some(({ profiles }) => profiles > 0)
    return { ...usage, otherVersions: isInstalled ? otherVersions : [], versions }
  })
}

const list = ({ db, tenant }: Context) => (tenant.deployment === 'super' ? findAll(db) : findUsed(db))
