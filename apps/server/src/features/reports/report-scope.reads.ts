// What reports cover, also for other features.
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { nested } from '@quatrain/contract/reports/topology-types.ts'
import type { previewReportScope, ReportScopePreview } from '@quatrain/contract/resources/report-scope.ts'
import { z } from 'zod'
import { refusedWith } from '#clients/web-api/upstream-error.ts'
import type { WebApi } from '#request/context/web-api.ts'

type ScopeRequest = InputOf<typeof previewReportScope>['body']

/**
 * What a report would cover. It is compared with the stored report, unless the Web API has none with this name. Throws
 * `upstream_failed` if the Web API fails.
 */
export async function previewScope(webApi: WebApi, request: ScopeRequest): Promise<ReportScopePreview> {
  const { name, search, topology_types, filter_tags } = request
  const group = nested(topology_types)
  const edited = { topology_schema: { ...(group && { group }) }, filter_tags, ...(search && { search }) }
  const compared = name === undefined ? undefined : await unlessMissing(() => webApi.previewScope({ ...edited, name }))
  if (compared) return { state: 'previewed', scope: compared, isCompared: true }
  const scope = await unlessMissing(() => webApi.previewScope(edited))
  if (scope) return { state: 'previewed', scope, isCompared: false }
  // The status is the same without a topology, and at services that do not know this address.
  const tags = await webApi.relay({ address: ['topology', 'tags'], query: {} }, z.unknown())
  return { state: tags ? 'unsupported' : 'no topology' }
}

const unsupportedStatuses = [404, 405, 501]

async function unlessMissing<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read()
  } catch (error) {
    if (unsupportedStatuses.some((status) => status === refusedWith(error))) return undefined
    throw error
  }
}
