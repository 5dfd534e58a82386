import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts, replaceDefaultPorts } from '@quatrain/contract/resources/default-port.ts'
import type { FastifyInstance } from 'fastify'
import { byRevision } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import { operation } from '#kit/kinds/operation.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { findAll } from './default-ports.repository.ts'
import { guardOfPorts, replacePorts } from './default-ports.service.ts'

export async function defaultPortsRoutes(app: FastifyInstance) {
  const { list, publicList } = resourceEndpoints(defaultPorts)
  for (const endpoint of [list, publicList]) {
    serve(
      app,
      endpoint,
      byRevision((ctx) => findAll(ctx.db), { guardOf: guardOfPorts }),
    )
  }
  registeredKind(app, defaultPorts).list = (ctx) => findAll(ctx.db)
  serveResource(app, defaultPorts, {
    operations: { replaceAll: operation(replaceDefaultPorts, (ctx, { ports }) => replacePorts(ctx, ports)) },
  })
}
