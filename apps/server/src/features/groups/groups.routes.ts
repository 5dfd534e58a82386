import { publicUserGroups, userGroups } from '@quatrain/contract/catalogue/catalogue.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { groupEndpoints, groups } from '@quatrain/contract/resources/group.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { operation } from '#kit/kinds/operation.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { grouped } from './grouped-kinds.ts'
import { findRows, namesByKind } from './groups.repository.ts'
import { groupService } from './groups.service.ts'

export async function groupsRoutes(app: FastifyInstance) {
  for (const endpoint of [userGroups, publicUserGroups])
    serve(app, endpoint, async (ctx) => ({ result: await namesByKind(ctx.db) }))
  for (const kind of groupKinds) {
    const { merge, ...operations } = groupService(kind)
    const endpoints = groupEndpoints(kind)
    serveResource(app, groups[kind], {
      list: (ctx) => findRows(ctx.db, kind),
      ...operations,
      operations: { merge: operation(endpoints.merge, merge) },
    })
    serve(app, endpoints.available, (ctx, { query }) => grouped[kind].findFree(ctx.db, query.search ?? '', query.limit))
  }
}
