import { z } from 'zod'

/** What the Web API and its clients exchange about reports. */

/** The kinds of profiles that a report can refer to, and the collection of each in the Web API. */
export const collectionOfProfileType = {
  metric: 'metric_profiles',
  aggregation: 'aggregation_profiles',
  operations: 'operations_profiles',
  thresholds: 'thresholds_profiles',
  weights: 'weights',
} as const

export const reportTrends = ['flapping', 'status', 'tags'] as const

const computations = z.object({ ar: z.boolean(), status: z.boolean(), trends: z.array(z.string()) })

const thresholds = z.object({
  availability: z.number(),
  reliability: z.number(),
  uptime: z.number(),
  unknown: z.number(),
  downtime: z.number(),
})

/** The thresholds of a report for which none were submitted. */
export const usualThresholds = {
  availability: 80,
  reliability: 85,
  uptime: 80,
  unknown: 10,
  downtime: 10,
} as const satisfies z.output<typeof thresholds>

/** A level of the topology, and the level below it, if any. */
export interface WebApiReportGroup {
  readonly type: string
  readonly group?: WebApiReportGroup | undefined
}

const group: z.ZodType<WebApiReportGroup> = z
  .object({
    type: z.string(),
    get group() {
      return group.optional()
    },
  })
  .meta({ id: 'ReportGroup' })

/** A stored report, which has no versions; times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export const webApiReport = z.object({
  id: z.string(),
  tenant: z.string(),
  weight: z.string().optional(),
  disabled: z.boolean(),
  info: z.object({ name: z.string(), description: z.string(), created: z.string(), updated: z.string() }),
  computations,
  /** The schema has a default, because other implementations leave thresholds out after a write without them. */
  thresholds: thresholds.default(usualThresholds),
  topology_schema: z.object({ group: group.optional() }),
  /** The Web API sets the names of profiles that it stores; submitted names are replaced. */
  profiles: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
  filter_tags: z.array(z.object({ name: z.string(), value: z.string(), context: z.string() })),
})

export type WebApiReport = z.output<typeof webApiReport>
export type WebApiReportProfile = WebApiReport['profiles'][number]

/** Optional fields: a new report gets the defaults, a stored one keeps its values. */
type Settings = Pick<WebApiReport, 'weight' | 'computations' | 'thresholds'>

export type WebApiReportInput = Omit<WebApiReport, 'id' | 'tenant' | 'info' | keyof Settings> &
  Partial<Settings> & { readonly info: Pick<WebApiReport['info'], 'name' | 'description'> }
