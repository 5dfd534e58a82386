import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { blankUser, users } from '@quatrain/contract/resources/user.ts'
import { z } from 'zod'
import { metricName } from '../data/catalogue.ts'
import { password } from '../data/keys.ts'
import { groupsOfServices } from '../parts/profiles.ts'

/** A kind of object that clients save; `marker` is a text that differs in each save. */
export interface SavedKind {
  readonly resource: Resource
  readonly isInBothStores: boolean
  /** What a save sends besides the identity, for an object of this tenant. */
  readonly content: (place: { readonly name: string; readonly tenant: string; readonly marker: string }) => object
  /** What an add sends besides. */
  readonly added?: object
  /** The fields of a record that identify it in a change. */
  readonly identity: readonly string[]
  /** The marker of a record. */
  readonly markerOf: (record: Readonly<Record<string, unknown>>) => unknown
}

export const operationsProfile = 'OPERATIONS'
/** Profiles of every tenant that its reports refer to. */
export const [aggregated, aggregating] = ['AGGREGATED', 'AGGREGATING']

const attributes = z.array(z.object({ value: z.string() }))

const described = (resource: Resource, more: object): SavedKind => ({
  resource,
  isInBothStores: true,
  content: ({ name, tenant, marker }) => ({ name, groupname: tenant, description: marker, ...more }),
  identity: ['apiid'],
  markerOf: ({ description }) => description,
})

/** Profiles and reports are in both stores, the others in the console's database only. */
export const savedKinds: readonly SavedKind[] = [
  described(metricProfiles, {
    services: [1, 2, 3].map((number) => ({ service: 'org.service.type', metric: metricName(number) })),
  }),
  described(thresholdsProfiles, { rules: [{ metric: metricName(1), thresholds: 'time=1s;0:5;5:10' }] }),
  described(aggregationProfiles, groupsOfServices(aggregated, 2, 3)),
  described(reports, {
    ...{ metric_profile: aggregated, aggregation_profile: aggregating, operations_profile: operationsProfile },
    ...{ availability: 80, reliability: 85, uptime: 80, unknown: 10, downtime: 10 },
    ...{ topology_types: ['NGI', 'SITES'], filter_tags: [] },
  }),
  {
    resource: users,
    isInBothStores: false,
    content: ({ name, marker }) => ({
      ...blankUser,
      ...{ username: name.toLowerCase(), email: `${name.toLowerCase()}@example.org`, last_name: marker },
    }),
    added: { password },
    identity: ['pk'],
    markerOf: ({ last_name }) => last_name,
  },
  {
    resource: metricOverrides,
    isInBothStores: false,
    content: ({ name, marker }) => ({
      ...{ name, global_attributes: [{ attribute: 'MARKER', value: marker }] },
      ...{ host_attributes: [], metric_parameters: [] },
    }),
    identity: ['id'],
    markerOf: (record) => z.object({ global_attributes: attributes }).parse(record).global_attributes[0]?.value,
  },
]
