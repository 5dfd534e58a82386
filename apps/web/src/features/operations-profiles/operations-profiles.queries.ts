import { gatewayOperationsProfiles } from '@quatrain/contract/console/gateway.ts'
import type { WebApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { queryOptions } from '@tanstack/react-query'
import { readGateway } from '#kit/api/gateway.ts'
import type { View } from '#kit/api/queries.ts'
import { byName } from '#lib/words.ts'

/** All operations profiles by name, as the Web API has them or as they were last seen there (`stale`). */
export const operationsProfiles = (view: View = 'member') =>
  queryOptions({
    queryKey: ['operationsprofiles', view],
    queryFn: async (context) => {
      const { data, stale } = await readGateway(gatewayOperationsProfiles, {}, view, context)
      const profiles = data.map((profile) => ({ ...profile, description: profile.description ?? '' }))
      return { profiles: profiles.sort(byName), stale }
    },
  })

export interface OperationsProfile extends WebApiOperationsProfile {
  readonly description: string
}
