import { readFileSync } from 'node:fs'
import { keyValue } from '@quatrain/contract/kit/fields.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { candidateStatuses } from '@quatrain/contract/resources/probe-candidate.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { webApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { z } from 'zod'

// The files of `demo-data/` that are loaded. Its README describes them.

/** Times in the files have no time zone; they are read as UTC. */
const moment = z.string().transform((text) => new Date(`${text.replace(' ', 'T')}Z`))
const momentOrNever = z.union([z.literal('').transform(() => null), moment])
const pairs = z.array(keyValue)
const authored = { user: z.string(), date_created: moment }
const names = z.array(z.string())

const probeVersion = z.object({
  ...authored,
  name: z.string(),
  package: z.string(),
  repository: z.string(),
  docurl: z.string(),
  description: z.string(),
  comment: z.string(),
})

const templateVersion = z.object({
  ...authored,
  name: z.string(),
  mtype: z.enum(['Active', 'Passive']),
  probeversion: z.string(),
  tags: names,
  description: z.string(),
  parent: z.string(),
  probeexecutable: z.string(),
  config: pairs,
  attribute: pairs,
  dependency: pairs,
  flags: pairs,
  parameter: pairs,
})

const catalogue = z.object({
  yum_repos: z.array(z.object({ name: z.string(), tag: z.string(), description: z.string(), content: z.string() })),
  packages: z.array(
    z.object({ name: z.string(), version: z.string(), use_present_version: z.boolean(), repos: names }),
  ),
  probes: z.array(probeVersion.extend({ history: z.array(probeVersion) })),
  metric_tags: z.array(z.object({ name: z.string(), metrics: names })),
  metric_templates: z.array(templateVersion.extend({ history: z.array(templateVersion) })),
  default_ports: z.array(z.object({ name: z.string(), value: z.coerce.number() })),
})

const user = z.object({
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  is_superuser: z.boolean(),
  is_active: z.boolean(),
  date_joined: moment,
  last_login: momentOrNever,
  profile: z.object({ displayname: z.string(), subject: z.string(), egiid: z.string() }).optional(),
  groups: z
    .object({
      reports: names,
      metrics: names,
      metricprofiles: names,
      aggregations: names,
      thresholdsprofiles: names,
    })
    .optional(),
})

const apiKey = z.object({
  name: z.string(),
  created: moment,
  revoked: z.boolean(),
  used_by: z.enum(['poem', 'webapi']),
})

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

const groups = z.array(z.object({ name: z.string() }))

const profileVersion = z.object({
  ...authored,
  name: z.string(),
  groupname: z.string(),
  description: z.string(),
  services: z.array(z.object({ service: z.string(), metrics: names })),
})

const operands = z.array(z.object({ name: z.string(), operation: z.string() }))

const aggregationVersion = z.object({
  ...authored,
  name: z.string(),
  groupname: z.string(),
  endpoint_group: z.string(),
  metric_operation: z.string(),
  profile_operation: z.string(),
  metric_profile: z.object({ id: z.string(), name: z.string() }),
  groups: z.array(z.object({ name: z.string(), operation: z.string(), services: operands })),
})

const thresholdsVersion = z.object({
  ...authored,
  name: z.string(),
  groupname: z.string(),
  rules: thresholdsProfiles.document.shape.rules,
})

const operationsProfile = webApiOperationsProfile.omit({ id: true, date: true })

const report = webApiReport
  .pick({ disabled: true, thresholds: true, topology_schema: true, profiles: true, filter_tags: true })
  .extend({
    groupname: z.string(),
    info: z.object({ name: z.string(), description: z.string(), created: moment, updated: moment }),
  })

const serviceType = z.object({ name: z.string(), title: z.string(), description: z.string(), tags: names })

const ofTopology = { type: z.string(), group: z.string(), tags: z.record(z.string(), z.string()) }
const topologyGroup = z.object({ ...ofTopology, subgroup: z.string(), tenant: z.string().optional() })
const topologyEndpoint = z.object({
  ...ofTopology,
  service: z.string(),
  hostname: z.string(),
  tenant: z.string().optional(),
})

const metric = z.object({
  name: z.string(),
  group: z.string(),
  probeversion: z.string(),
  config: pairs,
  imported: z.object({ ...authored, group: z.string(), probeversion: z.string() }),
  changes: z.array(
    z.object({ ...authored, group: z.string().optional(), probeversion: z.string().optional(), config: pairs }),
  ),
})

const probeCandidate = z.object({
  name: z.string(),
  description: z.string(),
  docurl: z.string(),
  rpm: z.string(),
  yum_baseurl: z.string(),
  script: z.string(),
  command: z.string(),
  contact: z.string(),
  status: z.enum(candidateStatuses),
  service_type: z.string(),
  devel_url: z.string(),
  production_url: z.string(),
  rejection_reason: z.string(),
  created: moment,
  last_update: moment,
})

const tenantContent = z.object({
  groups: z.object({
    reports: groups,
    metrics: groups,
    metricprofiles: groups,
    aggregations: groups,
    thresholdsprofiles: groups,
  }),
  users: z.array(user),
  api_keys: z.array(apiKey),
  metrics: z.array(metric),
  metric_profiles: z.array(profileVersion.extend({ history: z.array(profileVersion) })),
  aggregation_profiles: z.array(aggregationVersion.extend({ history: z.array(aggregationVersion) })),
  thresholds_profiles: z.array(thresholdsVersion.extend({ history: z.array(thresholdsVersion) })),
  operations_profiles: z.array(operationsProfile),
  reports: z.array(report),
  service_types: z.array(serviceType),
  topology_groups: z.array(topologyGroup),
  topology_endpoints: z.array(topologyEndpoint),
  metric_overrides: z.array(metricOverrides.add),
  probe_candidates: z.array(probeCandidate),
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
