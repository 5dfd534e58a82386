import {
  listManagedObjects,
  planConfiguration,
  readConfiguration,
} from '@quatrain/contract/configuration/configuration.ts'
import type { FastifyInstance } from 'fastify'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { listManaged, readConfigurationOf } from './configuration.service.ts'
import { plan } from './plan.service.ts'

export async function configurationRoutes(app: FastifyInstance, { topology }: { readonly topology: TopologyReads }) {
  const { kinds } = app
  serve(app, readConfiguration, (ctx) => readConfigurationOf(ctx, kinds))
  serve(app, listManagedObjects, (ctx, { query }) => listManaged(ctx, kinds, query))
  serve(app, planConfiguration, (ctx, { body }) => plan(ctx, { kinds, topology }, body))
}
