import { z } from 'zod'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { objectReference } from '../kit/fields.ts'
import { notices } from '../kit/notices.ts'
import { metrics } from './metric.ts'
import { otherVersion } from './shared-repos.ts'

/** What becomes of one entry of the configuration; nothing stands for an entry that is not there. */
export const configMove = z.object({
  key: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  /** What the template says there, where the tenant's own value is kept instead. */
  instead: z.string().optional(),
})
export type ConfigMove = z.output<typeof configMove>

/** What becomes of one metric when its package is used in another version. */
export const metricMove = z.object({
  name: z.string(),
  /** What it is called then; templates can have another name in another version. */
  becomes: z.string(),
  from: z.string(),
  /** Nothing where the version has no such probe. */
  to: z.string().optional(),
  /** `left`: it cannot be moved, and stays as it is. */
  outcome: z.enum(['updated', 'deleted', 'left']),
  /** Entries that change, and those that are kept because the tenant has set them. */
  config: z.array(configMove),
  /** Names of the metric profiles that hold it. */
  profiles: z.array(z.string()),
})
export type MetricMove = z.output<typeof metricMove>

const texts = notices.pick({ updated: true, deleted: true, warning: true })

const shared = { deployments: tenantOnly } as const

/** Specification part 2 section 7. `preview` is what the run repeats in `If-Preview-Match`. */
export const previewMetricsVersions = defineEndpoint({
  ...shared,
  method: 'GET',
  path: `${internalApi}/updatemetricsversions/:key`,
  summary: 'What would become of the metrics if a package were used in this version',
  caller: 'signed-in',
  params: keyParams,
  answer: texts.extend({
    preview: z.string(),
    metrics: z.array(metricMove),
    /** Versions that other tenants need from a repo that the chosen one is in. */
    otherVersions: z.array(otherVersion),
    /** Operating systems that have the package now, and not in the chosen version. */
    lostSystems: z.array(z.string()),
  }),
})

export const updateMetricsVersions = defineEndpoint({
  ...shared,
  method: 'PUT',
  precondition: 'preview',
  path: `${internalApi}/updatemetricsversions`,
  summary: 'Move all metrics of a package to another version of it',
  caller: 'superuser',
  refusal: "You do not have permission to update metrics' versions.",
  query: writeQuery,
  body: z.strictObject({ name: objectReference(), version: objectReference() }),
  answer: texts,
})

/** A package that the tenant's metrics use in another version than the newest. */
export const newerPackage = z.object({
  name: z.string(),
  /** The versions in use; usually one. */
  versions: z.array(z.string()),
  newest: z.string(),
  /** Names of the metrics that are not at the newest version. */
  metrics: z.array(z.string()),
})
export type NewerPackage = z.output<typeof newerPackage>

export const newerPackages = defineEndpoint({
  ...shared,
  method: 'GET',
  path: `${internalApi}/newerpackages`,
  summary: 'Packages that there is a newer version of than the metrics use',
  caller: { may: 'view', resource: metrics },
  answer: z.array(newerPackage),
})
