import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { WebApiAdministration } from '#request/context/web-api.ts'
import { type Connection, call } from './call.ts'
import { certainlyNotApplied, UpstreamError } from './upstream-error.ts'
import { connectionWith, type WebApiOptions } from './web-api-for.ts'

/** The super-tenant's key, for data that belongs to no tenant. */
const keyName = 'WEB-API-ADMIN'

/** The schema accepts null for tags: other implementations may send it for tags that were never set. */
const answer = dataEnvelope(webApiMetricTags.extend({ tags: webApiMetricTags.shape.tags.nullable() }))

/** The key is read for each call, so that a revoked key stops working at once. */
export const webApiAdministration = (options: WebApiOptions): WebApiAdministration => ({
  async syncMetricTags(templates) {
    const body = templates
      .map(({ name, tags }) => ({ name, tags: tags.toSorted() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    try {
      await call(await connectionOf(options), { method: 'PUT', path: '/api/v2/admin/metrics', body }, answer)
    } catch (error) {
      throw upstreamErrorOf(error)
    }
  },
})

async function connectionOf(options: WebApiOptions): Promise<Connection> {
  const superTenant = (await options.tenancy.tenants()).find(({ deployment }) => deployment === 'super')
  if (!superTenant) throw new AppError('not_found', 'There is no super-tenant.')
  return connectionWith(options, superTenant, keyName)()
}

/** A missing key is reported like any other failure, because the write that precedes this call is committed already. */
function upstreamErrorOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const didNotHappen = !(error instanceof UpstreamError) || certainlyNotApplied(error)
  return new UpstreamError(`Error syncing metric tags: ${error.message}`, {
    certainlyNotApplied: didNotHappen,
    cause: error,
  })
}
