import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'

/** What the Web API and its clients exchange about feeds: where connectors find the data of a tenant. */

/** The source of the topology. */
export const webApiTopologyFeed = z.object({
  type: z.string(),
  feed_url: z.string(),
  /** `true` or `false`, as text. */
  paginated: z.string(),
  /** What is read: sites, service groups, or both. */
  fetch_type: z.array(z.string()),
  uid_endpoints: z.string(),
})

/** The source of weights. */
export const webApiWeightsFeed = z.object({
  ...texts('type', 'feed_url', 'weight_type', 'group_type'),
})

/** The names of the tenants that feed a combined tenant. */
export const webApiDataFeed = z.object({ tenants: z.array(z.string()) })

export type WebApiTopologyFeed = z.output<typeof webApiTopologyFeed>
export type WebApiWeightsFeed = z.output<typeof webApiWeightsFeed>
