import { osTags, publicOsTags } from '@quatrain/contract/catalogue/catalogue.ts'
import { yumRepos, yumRepoUsage } from '@quatrain/contract/resources/yum-repo.ts'
import type { FastifyInstance } from 'fastify'
import { packagesWithRepo, usageOfPackages } from '#features/packages/packages.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { find, findAll, findOsTags } from './yum-repos.repository.ts'
import { yumRepoWrites } from './yum-repos.service.ts'

export async function yumReposRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  serveResource(app, yumRepos, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, key) => find(ctx.db, key),
    ...yumRepoWrites,
  })
  serve(app, yumRepoUsage, async (ctx, { params }) => {
    const { id } = await find(ctx.db, yumRepos.address.keyOf(params))
    const packages = await packagesWithRepo(ctx, id)
    const ids = packages.map(({ id }) => id)
    return { packages, ...(await usageOfPackages(ctx, tenancy, ids)) }
  })
  for (const endpoint of [osTags, publicOsTags]) serve(app, endpoint, (ctx) => findOsTags(ctx.db))
}
