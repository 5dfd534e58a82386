import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'

// The objects that the samples of requests refer to, as far as no schema says what they contain.

/** The metric profile that aggregation profiles refer to, and the content of profiles of the other kinds. */
export const baseProfile = { name: 'base', groupname: 'operations', description: '', services: [] }
export const otherProfiles = {
  aggregations: {
    endpoint_group: 'sites',
    metric_operation: 'AND',
    profile_operation: 'OR',
    metric_profile: baseProfile.name,
    groups: [{ name: 'web', operation: 'OR', services: [{ name: 's', operation: 'AND' }] }],
  },
  thresholdsprofiles: { rules: [{ metric: 'disk', host: 'h', thresholds: 'time=1s;0:5;5:' }] },
  reports: {
    metric_profile: baseProfile.name,
    aggregation_profile: baseProfile.name,
    operations_profile: baseProfile.name,
    topology_types: ['NGI', 'SITES'],
    filter_tags: [{ name: 'group', value: 'NGI_A', context: 'argo.group.filter.fields' }],
    availability: 80,
    reliability: 85,
    uptime: 0.8,
    unknown: 0.1,
    downtime: 0.1,
  },
} as const

/** The operations profile of reports, which only the Web API stores. */
export const anOperationsProfile = {
  name: baseProfile.name,
  available_states: ['UP', 'DOWN'],
  defaults: { down: 'DOWN', missing: 'DOWN', unknown: 'DOWN' },
  operations: [{ name: 'AND', truth_table: [{ a: 'UP', b: 'DOWN', x: 'DOWN' }] }],
}

/** A metric profile that a tenant has, and the other objects of the tenant with its name. */
export interface Profile {
  readonly apiid: string
  readonly name: string
  readonly groupname: string
  readonly description: string
  readonly services: readonly { readonly service: string; readonly metric: string }[]
  /** The ids of these objects, by the path of the kind. */
  readonly ids: Ids
  /** The ids of profiles that only the Web API has, by the path of the kind. */
  readonly leftOver: Readonly<Record<string, string>>
}

export type Ids = Readonly<Record<string, string | number>>

/** What a write of the metric profile sends. */
export const metricProfileOf = ({ ids: _, leftOver: __, ...profile }: Profile) => profile

/** The metric that was added with the profile. */
export const metricOf = ({ services }: Profile): string => services[0]?.metric ?? ''

/** The tenant of the profile. */
export const tenantOf = ({ name }: Profile): string => (name === 'SOUTHERN' ? 'SOUTH' : 'NORTH')

/** What the default ports consist of. */
export const aPort = { name: 'WEB_PORT', value: '443' }
export const anIdentityProvider = {
  protocol: 'oidc',
  enabled: false,
  button_text: '',
  issuer: 'http://127.0.0.1:1',
  client_id: 'c',
  scopes: '',
  metadata_address: '',
  metadata: '',
  subject_attribute: '',
  username_attribute: '',
  display_name_attribute: '',
  first_name_attribute: '',
  last_name_attribute: '',
  email_attribute: '',
  groups_attribute: 'groups',
  group_rules: [{ value: 'v', kind: 'metrics', group: 'operations' }],
}
/** A passive metric template without its name. */
export const aPassiveTemplate = {
  mtype: 'Passive',
  tags: [],
  probeversion: '',
  description: '',
  parent: '',
  probeexecutable: '',
  config: [],
  attribute: [],
  dependency: [],
  flags: [],
  parameter: [],
}
/** The id of a test sign-in of the superuser. */
export const sampleTest = 'sample'
export const aCandidate = {
  name: 'proposed',
  description: 'd',
  docurl: 'https://docs.test',
  script: 'https://git.test/proposed.py',
  command: 'proposed.py -t 30',
  contact: 'dev@docs.test',
}

/** The contents of objects that are not simply all fields of the schema. */
export const contents: Readonly<Record<string, object>> = {
  apikeys: { used_by: 'poem' },
  webhooks: { address: 'https://127.0.0.1/hook', events: ['report.*'], has_values: true, active: true },
  users: {
    first_name: 'A',
    last_name: 'User',
    email: 'user@docs.test',
    is_superuser: false,
    is_active: true,
    password: 'Correct-Horse',
  },
  metricconfiguration: { global_attributes: [], host_attributes: [], metric_parameters: [] },
  servicetypes: { description: 'd' },
  packages: { version: '1.0', use_present_version: false, repos: ['base (Rocky 9)'] },
  yumrepos: { tag: 'Rocky 9', content: '[base]\nbaseurl=x', description: 'd' },
  metrictags: {},
  identityproviders: { ...anIdentityProvider, client_secret: 's' },
  metrictemplates: aPassiveTemplate,
  metricprofiles: { groupname: 'operations', description: '', services: [] },
  ...Object.fromEntries(
    Object.entries(otherProfiles).map(([path, content]) => [
      path,
      { groupname: 'operations', description: 'd', ...content },
    ]),
  ),
  ...Object.fromEntries(groupKinds.map((kind) => [`${kind}group`, { items: [] }])),
}
