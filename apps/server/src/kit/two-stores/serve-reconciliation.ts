import { differenceEndpoints } from '@quatrain/contract/differences.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import { serveWrite } from '#kit/kinds/serve-write.ts'
import { discardIntent, type Reconciliation } from './reconciliation.ts'

/** Registers the endpoints and operations for the differences of a kind between the two stores. */
export function serveReconciliation(app: FastifyInstance, resource: Resource, reconciliation: Reconciliation): void {
  const { read, adopt, send, discard } = differenceEndpoints(resource)
  registeredKind(app, resource).reconciliation = reconciliation
  registerRecovery(app, resource, reconciliation.recoverDiscard, { intent: discardIntent(resource.kind) })
  serve(app, read, (ctx, { params }) => reconciliation.read(ctx, params.key))
  serveWrite(app, resource, 'adopt', adopt, (ctx, body) => reconciliation.adopt(ctx, body))
  serveWrite(app, resource, 'send', send, (ctx, body) => reconciliation.send(ctx, body))
  serveWrite(app, resource, 'discard', discard, (ctx, body) => reconciliation.discard(ctx, body))
}
