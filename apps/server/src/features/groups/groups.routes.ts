import { userGroups } from '@quatrain/contract/catalogue.ts'
import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/serve.ts'

export async function groupsRoutes(app: FastifyInstance) {
  serve(app, userGroups, async (ctx) => {
    const groups = await ctx.db.selectFrom('groups').select(['kind', 'name']).orderBy('name').execute()
    const names = (kind: GroupKind) => groups.filter((group) => group.kind === kind).map(({ name }) => name)
    const entries = groupKinds.map((kind) => [kind, names(kind)])
    return { result: Object.fromEntries(entries) }
  })
}
