import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts, replaceDefaultPorts } from '@quatrain/contract/resources/default-port.ts'
import type { FastifyInstance } from 'fastify'
import { guardTag } from '#kit/http/etags.ts'
import { serve } from '#kit/http/serve.ts'
import { serveGuardedList } from '#kit/http/serve-list.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
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
