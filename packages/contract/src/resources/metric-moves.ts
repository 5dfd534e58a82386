import { z } from 'zod'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineEndpoint, defineRead } from '../kit/endpoint.ts'
import { objectReference } from '../kit/fields.ts'
import { notices } from '../kit/notices.ts'
import { metrics } from './metric.ts'
import { otherVersion } from './shared-repos.ts'

/** How one entry of the configuration changes; null stands for a missing entry. */
export const configMove = z.object({
  key: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  /** The value of the template, if the tenant's own value is kept instead. */
  instead: z.string().optional(),
})
export type ConfigMove = z.output<typeof configMove>

/** How one metric changes when its package is used in another version. */
export const metricMove = z.object({
  name: z.string(),
  /** The name after the move; a template can have different names in different versions. */
  becomes: z.string(),
  from: z.string(),
  /** Null if the version does not contain the probe. */
  to: z.string().optional(),
  /** `left`: the metric cannot be moved and is not changed. */
  outcome: z.enum(['updated', 'deleted', 'left']),
  /** Entries that change, and entries that are kept because the tenant has set them. */
  config: z.array(configMove),
  /** Names of the metric profiles that contain it. */
  profiles: z.array(z.string()),
})
export type MetricMove = z.output<typeof metricMove>

const texts = notices.pick({ updated: true, deleted: true, warning: true })

const shared = { deployments: tenantOnly } as const

/** Specification part 2 section 7. The write repeats `preview` in `If-Preview-Match`. */
export const previewMetricsVersions = defineRead({
  ...shared,
  path: `${internalApi}/updatemetricsversions/:key`,
  summary: 'Preview how the metrics change if a package is used in this version',
  userKeys: 'accepted',
  caller: 'user',
  params: keyParams,
  answer: texts.extend({
    preview: z.string(),
    metrics: z.array(metricMove),
    /** Versions that other tenants need from a repo of the chosen version. */
    otherVersions: z.array(otherVersion),
    /** Operating systems that have the package now but not in the chosen version. */
    lostSystems: z.array(z.string()),
  }),
})

export const updateMetricsVersions = defineEndpoint({
  ...shared,
  method: 'PUT',
  precondition: 'preview',
  path: `${internalApi}/updatemetricsversions`,
  summary: 'Move all metrics of a package to another version of it',
  userKeys: 'accepted',
  caller: 'superuser',
  refusal: "You do not have permission to update metrics' versions.",
  query: writeQuery,
  body: z.strictObject({ name: objectReference(), version: objectReference() }),
  answer: texts,
})

/** A package that the tenant's metrics use in a version older than the newest. */
export const newerPackage = z.object({
  name: z.string(),
  /** The versions in use, usually one. */
  versions: z.array(z.string()),
  newest: z.string(),
  /** Names of the metrics that do not use the newest version. */
  metrics: z.array(z.string()),
})
export type NewerPackage = z.output<typeof newerPackage>

export const newerPackages = defineRead({
  ...shared,
  path: `${internalApi}/newerpackages`,
  summary: 'Packages that the metrics use in a version older than the newest',
  caller: { may: 'view', resource: metrics },
  answer: z.array(newerPackage),
})
