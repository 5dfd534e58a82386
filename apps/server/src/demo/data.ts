import { readFileSync } from 'node:fs'
import { keyValue } from '@quatrain/contract/kit/fields.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { fieldMask } from '@quatrain/contract/kit/named-fields.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { users } from '@quatrain/contract/resources/user.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { webApiAggregationProfile } from '@quatrain/contract/web-api/aggregation-profiles.ts'
import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { webApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { webApiEndpoint, webApiGroup } from '@quatrain/contract/web-api/topology.ts'
import { z } from 'zod'

// The files of `demo-data/` that are loaded. Its README describes them.

/** Times in the files have no time zone; they are read as UTC. */
const moment = z.string().transform((text) => new Date(`${text.replace(' ', 'T')}Z`))
const momentOrNever = z.union([z.literal('').transform(() => null), moment])
const pairs = z.array(keyValue)
const authored = { user: z.string(), date_created: moment }
const names = z.array(z.string())

const groupsOf = <Group extends z.ZodType>(group: Group) => z.record(z.enum(groupKinds), group)

const probeVersion = probes.document.omit({ version: true }).extend(authored)
const templateVersion = metricTemplates.document.extend(authored)

const catalogue = z.object({
  yum_repos: z.array(yumRepos.document),
  packages: z.array(packages.document),
  probes: z.array(probeVersion.extend({ history: z.array(probeVersion) })),
  metric_tags: z.array(metricTags.document),
  metric_templates: z.array(templateVersion.extend({ history: z.array(templateVersion) })),
  default_ports: z.array(z.object({ name: z.string(), value: z.coerce.number() })),
})

const account = fieldMask('username', 'first_name', 'last_name', 'email', 'is_superuser', 'is_active')
const user = users.document.pick(account).extend({
  date_joined: moment,
  last_login: momentOrNever,
  profile: users.document.pick({ displayname: true, subject: true, egiid: true }).optional(),
  groups: groupsOf(names).optional(),
})

const apiKey = apiKeys.document.pick({ name: true, revoked: true, used_by: true }).extend({ created: moment })

const tenantEntry = z.object({
  name: z.string(),
  created_on: z.string(),
  combined_from: names.default([]),
  use_service_title: z.boolean().default(false),
  terms_privacy_links: z.object({ terms: z.string(), privacy: z.string() }),
  saml_login_string: z.string(),
})

const tenants = z.object({
  super_tenant: tenantEntry.extend({ users: z.array(user), api_keys: z.array(apiKey) }),
  tenants: z.array(tenantEntry.extend({ data_file: z.string() })),
})

const profileVersion = metricProfiles.document
  .omit({ metricinstances: true })
  .extend({ ...authored, services: webApiMetricProfile.shape.services })

const aggregationVersion = aggregationProfiles.document
  .omit({ description: true })
  .extend({ ...authored, metric_profile: webApiAggregationProfile.shape.metric_profile })

const thresholdsVersion = thresholdsProfiles.document.omit({ description: true }).extend(authored)

const report = webApiReport
  .pick({ disabled: true, thresholds: true, topology_schema: true, profiles: true, filter_tags: true })
  .extend({
    groupname: z.string(),
    info: z.object({ name: z.string(), description: z.string(), created: moment, updated: moment }),
  })

const metric = metrics.document.pick({ name: true, group: true, probeversion: true, config: true }).extend({
  imported: z.object({ ...authored, group: z.string(), probeversion: z.string() }),
  changes: z.array(
    z.object({ ...authored, group: z.string().optional(), probeversion: z.string().optional(), config: pairs }),
  ),
})

const tenantContent = z.object({
  groups: groupsOf(z.array(z.object({ name: z.string() }))),
  users: z.array(user),
  api_keys: z.array(apiKey),
  metrics: z.array(metric),
  metric_profiles: z.array(profileVersion.extend({ history: z.array(profileVersion) })),
  aggregation_profiles: z.array(aggregationVersion.extend({ history: z.array(aggregationVersion) })),
  thresholds_profiles: z.array(thresholdsVersion.extend({ history: z.array(thresholdsVersion) })),
  operations_profiles: z.array(webApiOperationsProfile.omit({ id: true, date: true })),
  reports: z.array(report),
  service_types: z.array(serviceTypes.row),
  topology_groups: z.array(webApiGroup.omit({ date: true, notifications: true })),
  topology_endpoints: z.array(webApiEndpoint.omit({ date: true, notifications: true })),
  metric_overrides: z.array(metricOverrides.add),
  probe_candidates: z.array(probeCandidates.document.extend({ created: moment, last_update: moment })),
})

export type DemoCatalogue = z.output<typeof catalogue>
export type DemoTemplate = DemoCatalogue['metric_templates'][number]
export type DemoUser = z.output<typeof user>
export type DemoKey = z.output<typeof apiKey>
export type DemoMetric = z.output<typeof metric>
export type DemoSuperTenant = z.output<typeof tenants>['super_tenant']
export type DemoTenant = z.output<typeof tenants>['tenants'][number] & z.output<typeof tenantContent>

export interface DemoData {
  readonly catalogue: DemoCatalogue
  readonly superTenant: DemoSuperTenant
  readonly tenants: readonly DemoTenant[]
}

const folder = new URL('../../demo-data/', import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

/** All loaded demonstration data. */
export function readDemoData(): DemoData {
  const { super_tenant: superTenant, tenants: entries } = tenants.parse(read('tenants.json'))
  return {
    catalogue: catalogue.parse(read('catalogue.json')),
    superTenant,
    tenants: entries.map((entry) => ({ ...entry, ...tenantContent.parse(read(entry.data_file)) })),
  }
}

/** All states of an object with a history, oldest first. */
export const statesOf = <State extends object>({ history, ...now }: State & { readonly history: readonly State[] }) => [
  ...history,
  now,
]
