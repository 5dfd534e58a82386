import { differenceEndpoints } from '@quatrain/contract/differences.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import { operation, registerOperations } from '#kit/kinds/operation.ts'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { discardIntent, type Reconciliation } from './reconciliation.ts'

/** Registers the endpoints and operations for the differences of a kind between the two stores. */
export function registerReconciliation(app: FastifyInstance, resource: Resource, reconciliation: Reconciliation): void {
  const { kind } = resource
  const { read, adopt, send, discard } = differenceEndpoints(resource)
  registeredKind(app, resource).reconciliation = reconciliation
  registerRecovery(app, resource, reconciliation.recoverDiscard, { intent: discardIntent(kind) })
  serve(app, read, (ctx, { params }) => reconciliation.read(ctx, params.key))
  const operations = {
    adopt: operation(adopt, reconciliation.adopt),
    send: operation(send, reconciliation.send),
    discard: operation(discard, reconciliation.discard),
  }
  registerOperations(app, resource, operations)
}
