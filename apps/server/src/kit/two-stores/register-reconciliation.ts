import { differenceEndpoints } from '@quatrain/contract/differences.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import { operation, registerOperations } from '#kit/kinds/operation.ts'
import { registerRecovery } from '#kit/kinds/recoveries.ts'
import type { Context } from '#request/context.ts'
import { discardIntent, type Reconciled, type Reconciliation } from './reconciliation.ts'

/** Registers the endpoints and operations for the differences of a kind between the two stores. */
export function registerReconciliation(app: FastifyInstance, resource: Resource, reconciliation: Reconciliation): void {
  const { kind } = resource
  const { read, adopt, send, discard, undo } = differenceEndpoints(resource)
  const answered = async (ctx: Context, writing: Promise<Reconciled>) => {
    const { notices, undo } = await writing
    const sealed = undo && app.sealedUndo.seal(ctx, kind, undo.replaced)
    return { ...notices, ...(undo && { undo: sealed, guard: undo.guard }) }
  }
  registeredKind(app, resource).reconciliation = reconciliation
  registerRecovery(app, resource, reconciliation.recoverDiscard, { intent: discardIntent(kind) })
  serve(app, read, (ctx, { params }) => reconciliation.read(ctx, params.key))
  const operations = {
    adopt: operation(adopt, (ctx, body) => answered(ctx, reconciliation.adopt(ctx, body))),
    send: operation(send, (ctx, body) => answered(ctx, reconciliation.send(ctx, body))),
    discard: operation(discard, (ctx, body) => answered(ctx, reconciliation.discard(ctx, body))),
    undo: operation(undo, (ctx, body) => reconciliation.undo(ctx, app.sealedUndo.open(ctx, kind, body.undo))),
  }
  registerOperations(app, resource, operations)
}
