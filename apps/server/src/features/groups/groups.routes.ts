import { publicUserGroups, userGroups } from '@quatrain/contract/catalogue.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { namesByKind } from './groups.repository.ts'

export async function groupsRoutes(app: FastifyInstance) {
  for (const endpoint of [userGroups, publicUserGroups])
    serve(app, endpoint, async (ctx) => ({ result: await namesByKind(ctx.db) }))
}
