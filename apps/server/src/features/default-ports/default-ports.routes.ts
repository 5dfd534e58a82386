import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts, replaceDefaultPorts } from '@quatrain/contract/resources/default-port.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/serve.ts'
import { serveGuardedList } from '#kit/serve-list.ts'
import { serveResource } from '#kit/serve-resource.ts'
import { guardTag } from '#kit/tags.ts'
import { findPorts, replacePorts } from './default-ports.service.ts'

export async function defaultPortsRoutes(app: FastifyInstance) {
  const { list, publicList } = resourceEndpoints(defaultPorts)
  serveResource(app, defaultPorts, {})
  for (const endpoint of [list, publicList]) {
    serveGuardedList(app, endpoint, async (ctx) => {
      const { ports: rows, guard } = await findPorts(ctx)
      return { rows, guard }
    })
  }
  serve(app, replaceDefaultPorts, async (ctx, { body }, { reply }) => {
    const { guard, ...saved } = await replacePorts(ctx, body.ports)
    if (!ctx.write.dryRun) reply.header('etag', guardTag(guard))
    return saved
  })
}
