import { gatewayReports } from '@quatrain/contract/web-api/gateway.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import type { Users } from '#kit/page/WhereUsed.tsx'

const reports = queryOptions({
  queryKey: ['webapi', 'reports'],
  queryFn: async ({ signal }) => (await call(gatewayReports, {}, { signal })).data,
})

/** The reports of the Web API that refer to a profile, which cannot be deleted as long as they do. */
export const reportsUsing = (type: 'metric' | 'aggregation' | 'thresholds', apiid: string) =>
  queryOptions({
    ...reports,
    select: (found): readonly Users[] => {
      const users = found.filter(({ profiles }) =>
        profiles?.some((profile) => profile.type === type && profile.id.toLowerCase() === apiid.toLowerCase()),
      )
      return [{ one: 'report', many: 'reports', users: users.map(({ info: { name } }) => ({ name })).sort(byName) }]
    },
  })

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  one.name.localeCompare(other.name, 'en')
