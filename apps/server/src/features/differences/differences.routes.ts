import { storeDifferences } from '@quatrain/contract/console/differences.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { discardIntent } from '#kit/owned/owned-differences.ts'
import { findOpenWrites } from './open-writes.repository.ts'

/** Registers the list of all differences between the two stores. Each kind serves its own writes. */
export async function differencesRoutes(app: FastifyInstance) {
  serve(app, storeDifferences, async (ctx) => {
    const open = await findOpenWrites(ctx.db)
    const kinds = [...app.kinds.values()].flatMap(({ resource: { kind }, reconciliation }) =>
      reconciliation ? [{ kind, reconciliation }] : [],
    )
    return Promise.all(
      kinds.map(async ({ kind, reconciliation }) => ({
        kind,
        ...(await reconciliation.compare(ctx)),
        openWrites: open.filter((write) => write.kind === kind || write.kind === discardIntent(kind)),
      })),
    )
  })
}
