import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts, replaceDefaultPorts } from '@quatrain/contract/resources/default-port.ts'
import type { FastifyInstance } from 'fastify'
import { register, serve } from '#kit/serve.ts'
import { serveResource } from '#kit/serve-resource.ts'
import { findPorts, isUnchanged, replacePorts } from './default-ports.service.ts'

export async function defaultPortsRoutes(app: FastifyInstance) {
  const { list, publicList } = resourceEndpoints(defaultPorts)
  serveResource(app, defaultPorts, {})
  for (const endpoint of [list, publicList]) {
    // Tagged by what is in it and not by when anything was written: a change of the list has to repeat the tag.
    register(app, endpoint, async (ctx, _, { request, reply }) => {
      reply.header('cache-control', 'private, no-cache')
      const known = request.headers['if-none-match']
      if (known !== undefined && (await isUnchanged(ctx, known))) return reply.header('etag', known).code(304).send()
      const { ports, etag } = await findPorts(ctx)
      reply.header('etag', etag)
      return ports
    })
  }
  serve(app, replaceDefaultPorts, async (ctx, { body }, { reply }) => {
    const { etag, ...saved } = await replacePorts(ctx, body.ports)
    if (!ctx.write.dryRun) reply.header('etag', etag)
    return saved
  })
}
