import type { WebApiScopeRequest } from '@quatrain/contract/web-api/topology.ts'
import type { Context } from '#kit/endpoint.ts'
import { nothingFound } from '#kit/refusals.ts'
import { listsInForce, scopeNamed } from './by-report.service.ts'
import { reportScope } from './report-scope.ts'
import { compareRows, countMatching } from './scope.repository.ts'
import { topologyLists } from './topology-lists.ts'
import { coversEndpoint, coversGroup } from './where.repository.ts'

/** The maximum number of conditions that are counted one by one. */
const maxCounted = 50

/**
 * What a report covers on a day that is not stored yet, compared with the stored report of this name, as JSON. Throws a
 * refusal if there is no such report, or no topology.
 */
export async function previewScope(ctx: Context, day: string, request: WebApiScopeRequest): Promise<string> {
  const scope = reportScope(request)
  const stored = request.name ? await scopeNamed(ctx, request.name) : scope
  const numbers = await listsInForce(ctx.db, day)
  if (!numbers) throw nothingFound()
  const covers = { groups: coversGroup, endpoints: coversEndpoint }
  const members: string[] = []
  const services: string[] = []
  const filters: object[] = []
  for (const list of topologyLists) {
    const rowsOf = covers[list.kind]
    const compared = {
      number: numbers[list.kind],
      now: rowsOf(scope, numbers),
      before: rowsOf(stored, numbers),
      search: request.search ?? '',
    }
    const comparison = await compareRows(ctx.db, list, compared)
    members.push(`"${list.kind}":${comparison.json}`)
    services.push(...comparison.services)
    const counted = scope[list.kind].slice(0, maxCounted)
    const counts = await countMatching(ctx.db, list, numbers[list.kind], counted)
    filters.push(
      ...counted.map(({ context, name }, index) => ({ kind: list.kind, context, name, matching: counts[index] ?? 0 })),
    )
  }
  return `{${members.join(',')},"services":${JSON.stringify(services)},"filters":${JSON.stringify(filters)}}`
}
