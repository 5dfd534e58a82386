import { z } from 'zod'

/** What the Web API and its callers tell each other about reports. */

/** Which kinds of profiles a report may name, and where the Web API keeps each. */
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

/** A level of the topology, and the one below it, if there is one. */
export interface WebApiReportGroup {
  readonly type: string
  readonly group?: WebApiReportGroup | undefined
}

const group: z.ZodType<WebApiReportGroup> = z.object({
  type: z.string(),
  get group() {
    return group.optional()
  },
})

/** A stored report. There is one state of it; times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export const webApiReport = z.object({
  id: z.string(),
  tenant: z.string(),
  weight: z.string().optional(),
  disabled: z.boolean(),
  info: z.object({ name: z.string(), description: z.string(), created: z.string(), updated: z.string() }),
  computations,
  thresholds,
  topology_schema: z.object({ group: group.optional() }),
  /** Names are the Web API's to give, where it keeps the profile: what callers send is replaced. */
  profiles: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
  filter_tags: z.array(z.object({ name: z.string(), value: z.string(), context: z.string() })),
})

export type WebApiReport = z.output<typeof webApiReport>
export type WebApiReportProfile = WebApiReport['profiles'][number]

/** What may be left out: a new report gets the usual, a stored one keeps what it has. */
type Settings = Pick<WebApiReport, 'weight' | 'computations' | 'thresholds'>

export type WebApiReportInput = Omit<WebApiReport, 'id' | 'tenant' | 'info' | keyof Settings> &
  Partial<Settings> & { readonly info: Pick<WebApiReport['info'], 'name' | 'description'> }
