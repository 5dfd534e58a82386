import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { addServiceTypes, replaceServiceTypes, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import type { FastifyInstance } from 'fastify'
import { byContent } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import { registeredKind, registerRecovery } from '#kit/kinds/kinds.ts'
import { operation } from '#kit/kinds/operation.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { recoverServiceTypes } from './service-types.recovery.ts'
import {
  addMany,
  addServiceType,
  changeServiceType,
  deleteServiceType,
  findServiceType,
  findServiceTypes,
  guardOfRows,
  replaceAll,
} from './service-types.service.ts'

export async function serviceTypesRoutes(app: FastifyInstance) {
  registerRecovery(app, serviceTypes, recoverServiceTypes)
  const { list, publicList } = resourceEndpoints(serviceTypes)
  registeredKind(app, serviceTypes).list = findServiceTypes
  for (const endpoint of [list, publicList]) {
    serve(app, endpoint, byContent(findServiceTypes, { guardOf: guardOfRows }))
  }
  serveResource(app, serviceTypes, {
    get: findServiceType,
    add: addServiceType,
    change: changeServiceType,
    remove: deleteServiceType,
    operations: {
      addMany: operation(addServiceTypes, (ctx, { servicetypes }) => addMany(ctx, servicetypes)),
      replaceAll: operation(replaceServiceTypes, (ctx, { servicetypes }) => replaceAll(ctx, servicetypes)),
    },
  })
}
