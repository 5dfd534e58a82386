import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { type AnswerOf, defineRead } from '../kit/endpoint.ts'
import { objectReference, optionalText } from '../kit/fields.ts'
import { pagedQuery, pageOf } from '../kit/paged-list.ts'
import { commandPart } from './effective-check.ts'
import { metricTypes } from './metric-settings.ts'

// The checks and where they run: metric profiles say which metrics are checked for a service type, the topology says which hosts have it.

/** A metric that is checked for a service type of a host. */
const check = z.object({
  service: z.string(),
  metric: z.string(),
  mtype: z.enum(metricTypes),
  /** The metric profiles with this pair. A monitoring box runs the checks of those that it is configured with. */
  profiles: z.array(z.string()),
  /** The command line; absent for a passive metric, and for users who cannot see overrides. */
  command: z.array(commandPart).optional(),
})

export const checksOnHost = defineRead({
  path: `${internalApi}/topology/hosts/:hostname/checks`,
  summary: 'The checks that run on a host, by service type and metric',
  deployments: tenantOnly,
  userKeys: 'accepted',
  caller: 'user',
  params: z.object({ hostname: optionalText(255) }),
  query: z.strictObject({ date: z.iso.date('Must be YYYY-MM-DD').optional() }),
  answer: z.object({ checks: z.array(check) }),
})

/** A service of a host on which a metric runs. */
const place = z.object({
  hostname: z.string(),
  service: z.string(),
  groups: z.array(z.string()),
  profiles: z.array(z.string()),
  command: z.array(commandPart).optional(),
})

export const hostsOfMetric = defineRead({
  path: `${internalApi}/topology/metrics/:metric/hosts`,
  summary: 'A page of the hosts on which a metric runs',
  deployments: tenantOnly,
  userKeys: 'accepted',
  caller: 'user',
  params: z.object({ metric: objectReference() }),
  query: pagedQuery(['hostname', 'service'], {
    hostname: optionalText(255).optional(),
    service: optionalText(128).optional(),
    group: optionalText(128).optional(),
  }),
  answer: pageOf(place).extend({
    mtype: z.enum(metricTypes),
    unlisted: z.enum(['missing', 'too long']).optional(),
  }),
})

export type CheckOnHost = AnswerOf<typeof checksOnHost>['checks'][number]
export type HostOfMetric = AnswerOf<typeof hostsOfMetric>['rows'][number]
