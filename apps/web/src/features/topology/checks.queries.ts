import { checksOnHost, hostsOfMetric } from '@quatrain/contract/resources/checks-in-topology.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import type { ListState } from '#kit/list/list-address.ts'
import { explained } from './topology.queries.ts'

/** The checks of a host today, or with the topology of a day. */
export const checksQuery = (hostname: string, date: string | undefined) =>
  queryOptions({
    queryKey: ['topology', 'checks', hostname, date],
    queryFn: async ({ signal }) =>
      (await call(checksOnHost, { params: { hostname }, query: { date } }, { signal })).checks,
  })

/** A page of the hosts on which a metric runs. */
export const readHostsOfMetric =
  (metric: string) =>
  async ({ filters: { hostname, service, group }, page, size, sort }: ListState, signal: AbortSignal) => {
    const column = sort && `${sort.descending ? '-' : ''}${sort.column}`
    const query = {
      ...{ page: String(page), limit: String(size), hostname, service, group },
      sort: hostsOfMetric.query.shape.sort.safeParse(column).data,
    }
    return explained(await call(hostsOfMetric, { params: { metric }, query }, { signal }))
  }
