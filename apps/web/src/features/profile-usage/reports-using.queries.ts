import { gatewayReports } from '@quatrain/contract/console/gateway.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import type { User, Users } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'
import { byName } from '#lib/words.ts'

const reports = queryOptions({
  queryKey: ['webapi', 'reports'],
  queryFn: async ({ signal }) => (await call(gatewayReports, {}, { signal })).data,
})

/** The reports of the Web API that refer to a profile, which cannot be deleted as long as they do. */
export const reportsUsing = (type: 'metric' | 'aggregation' | 'thresholds', apiid: string) =>
  queryOptions({
    ...reports,
    select: (reports): readonly Users[] => {
      const using = reports.filter(({ profiles }) =>
        profiles?.some((profile) => profile.type === type && profile.id.toLowerCase() === apiid.toLowerCase()),
      )
      return [{ one: 'report', many: 'reports', users: using.map(({ info: { name } }) => linked(name)).sort(byName) }]
    },
  })

const linked = (name: string): User => ({ name, to: paths.reports.details(name) })
