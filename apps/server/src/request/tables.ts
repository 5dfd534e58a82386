import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { MachineScope } from '@quatrain/contract/kit/machine-scopes.ts'
import type { CandidateStatus } from '@quatrain/contract/resources/probe-candidate.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** The console's tables for Kysely. `migrations/` creates them; a type here adds no rule to a column. */
export interface Tables {
  tenants: TenantsTable
  users: UsersTable
  groups: GroupsTable
  group_members: { tenant_id: OwnTenant; user_id: number; group_id: number }
  sessions: SessionsTable
  login_failures: LoginFailuresTable
  sign_in_addresses: SignInAddressesTable
  password_links: PasswordLinksTable
  api_keys: ApiKeysTable
  versions: VersionsTable
  activity: ActivityTable
  activity_anchors: { tenant_id: OwnTenant; day: string }
  intents: IntentsTable
  os_tags: { id: GeneratedAlways<number>; name: string }
  yum_repos: YumReposTable
  packages: PackagesTable
  package_repos: { package_id: number; repo_id: number }
  probes: {
    id: GeneratedAlways<number>
    row_version: Generated<number>
    name: string
    current_version_id: number | null
  }
  probe_versions: ProbeVersionsTable
  metric_tags: { id: GeneratedAlways<number>; row_version: Generated<number>; name: string }
  metric_templates: {
    id: GeneratedAlways<number>
    row_version: Generated<number>
    name: string
    current_version_id: number | null
  }
  metric_template_versions: MetricTemplateVersionsTable
  metric_template_tags: { tag_id: number; template_id: number }
  metric_template_attributes: { key: string; template_id: number }
  default_ports: { id: GeneratedAlways<number>; row_version: Generated<number>; name: string; value: number }
  metrics: MetricsTable
  metric_counts: { tenant_id: OwnTenant; probe_version_id: number; metrics: number }
  metric_profiles: OwnedTable
  aggregation_profiles: OwnedTable & {
    content: Json<object>
    metric_profile: string
    service_names: string[]
  }
  thresholds_profiles: OwnedTable & { rules: Json<object[]>; metric_names: string[] }
  reports: OwnedTable & { content: Json<object> }
  metric_profile_instances: { tenant_id: OwnTenant; profile_id: number; service: string; metric: string }
  metric_overrides: {
    tenant_id: OwnTenant
    id: GeneratedAlways<number>
    row_version: Generated<number>
    name: string
  }
  metric_override_global_attributes: OverrideRow & { attribute: string }
  metric_override_host_attributes: OverrideRow & { hostname: string; attribute: string }
  metric_override_metric_parameters: OverrideRow & { hostname: string; metric: string; parameter: string }
  probe_candidates: ProbeCandidatesTable
  service_types: {
    tenant_id: OwnTenant
    id: GeneratedAlways<number>
    row_version: Generated<number>
    name: string
  }
  identity_providers: IdentityProvidersTable
  sign_on_subjects: { tenant_id: OwnTenant; provider_id: number; issuer: string; subject: string; user_id: number }
  sign_on_requests: SignOnRequestsTable
  saml_keys: {
    tenant_id: OwnTenant
    id: GeneratedAlways<number>
    private_key_sealed: string
    certificate: string
    created_at: Date
  }
  saml_sessions: {
    tenant_id: OwnTenant
    session_id: number
    provider_id: number
    issuer: string
    name_value: string
    name: Json<object>
    session_index: string | null
  }
  saml_messages: { tenant_id: OwnTenant; id_hash: string; expires_at: Date }
  sign_on_tests: {
    tenant_id: OwnTenant
    id: string
    provider_id: number
    tested_by: string
    result: Json<object>
    arrived_at: Date
  }
  authenticator_apps: AuthenticatorAppsTable
  recovery_codes: { tenant_id: OwnTenant; user_id: number; code_hash: string }
  last_seen_collections: { tenant_id: OwnTenant; collection: string; data: Json<unknown[]>; seen_at: Date }
}

/** The database sets it to the session's tenant; only code that spans tenants sets it itself. */
type OwnTenant = Generated<number>
type Json<T extends object> = JSONColumnType<T>
type Pairs = Json<{ key: string; value: string }[]>

interface TenantsTable {
  id: GeneratedAlways<number>
  name: string
  schema_name: string
  domain_url: string
  created_on: Generated<Date>
  combined: Generated<boolean>
  combined_from: Generated<string[]>
  use_service_title: Generated<boolean>
  terms_url: Generated<string>
  privacy_url: Generated<string>
  saml_login_string: Generated<string>
  row_version: Generated<number>
}

interface UsersTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  row_version: Generated<number>
  username: string
  password_hash: string | null
  first_name: Generated<string>
  last_name: Generated<string>
  email: Generated<string>
  is_superuser: Generated<boolean>
  is_active: Generated<boolean>
  date_joined: Generated<Date>
  last_login: Date | null
  displayname: Generated<string>
  subject: Generated<string>
  egiid: Generated<string>
}

interface GroupsTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  row_version: Generated<number>
  kind: GroupKind
  name: string
}

interface SessionsTable {
  tenant_id: OwnTenant
  token_hash: string
  user_id: number
  created_at: Date
  last_seen_at: Date
  id: GeneratedAlways<number>
  address: Generated<string>
  device: Generated<string>
  verified_at: Date
}

interface AuthenticatorAppsTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  user_id: number
  secret_sealed: string
  confirmed_at: Date | null
  last_step: Generated<number>
  wrong_codes: Generated<number>
  wrong_at: Date | null
}

interface LoginFailuresTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  username: string
  address: string
  network: string
  failed_at: Date
}

interface PasswordLinksTable {
  tenant_id: OwnTenant
  user_id: number
  token_hash: string
  email: string
  of_password: string
  expires_at: Date
}

interface SignInAddressesTable {
  tenant_id: OwnTenant
  user_id: number
  address: string
  last_at: Date
}

interface ApiKeysTable {
  tenant_id: OwnTenant
  id: Generated<number>
  row_version: Generated<number>
  name: string
  used_by: 'poem' | 'webapi'
  token_lookup: string
  token_sealed: string
  created: Date
  revoked: Generated<boolean>
  last_used_at: Date | null
  last_used_by: Generated<string>
  expires_at: OptionalTime
  networks: Generated<string[]>
  scopes: Generated<MachineScope[]>
  rotated_at: OptionalTime
  previous_lookup: string | null
  previous_until: OptionalTime
}

/** A time that is null, and that a write can give as ISO 8601. */
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

interface IdentityProvidersTable {
  tenant_id: OwnTenant
  id: Generated<number>
  row_version: Generated<number>
  name: string
  enabled: boolean
  content: Json<object>
  client_secret_sealed: string | null
}

interface SignOnRequestsTable {
  tenant_id: OwnTenant
  state_hash: string
  browser_hash: string
  provider_id: number
  tested_by: string | null
  return_to: string | null
  nonce: string
  code_verifier: string
  network: string
  begun_at: Date
  response: string | null
}

interface VersionsTable {
  tenant_id: OwnTenant
  kind: string
  object_id: number
  number: number
  name: string
  document: ColumnType<object, string, never>
  author: string
  created_at: Date
  comment: string
  remark: Generated<string>
  restored_from: number | null
}

interface ActivityTable {
  tenant_id: OwnTenant
  number: Generated<number>
  at: Date
  request_id: string
  actor: string
  address: string
  action: 'add' | 'change' | 'delete' | 'reveal' | 'reseal'
  kind: string
  object_id: number
  object_name: string
  before: ColumnType<object | null, string | null, never>
  after: ColumnType<object | null, string | null, never>
  previous_hash: Generated<string>
  hash: Generated<string>
  format: Generated<number>
}

interface IntentsTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  kind: string
  key: string
  action: 'add' | 'change' | 'delete'
  memo: ColumnType<unknown, string | null, string>
  request_id: string
  actor: string
  address: string
  opened_at: Date
  holder: Generated<string>
  held_at: Generated<Date>
  process: Generated<number | null>
  prepared_in: string | null
  last_error: Generated<string>
}

interface YumReposTable {
  id: GeneratedAlways<number>
  row_version: Generated<number>
  name: string
  tag_id: number
  content: string
  description: string
}

interface PackagesTable {
  id: GeneratedAlways<number>
  row_version: Generated<number>
  name: string
  version: string
  use_present_version: Generated<boolean>
}

interface ProbeVersionsTable {
  id: GeneratedAlways<number>
  probe_id: number
  package_id: number
  /** The version of the package; maintained by the database. */
  version: Generated<string>
  name: string
  description: string
  comment: string
  repository: string
  docurl: string
  author: string
  created_at: Date
  version_comment: string
  remark: Generated<string>
}

interface MetricTemplateVersionsTable {
  id: GeneratedAlways<number>
  template_id: number
  probe_version_id: number | null
  name: string
  mtype: 'Active' | 'Passive'
  tags: string[]
  description: string
  parent: string
  probeexecutable: string
  config: Pairs
  attribute: Pairs
  dependency: Pairs
  flags: Pairs
  parameter: Pairs
  author: string
  created_at: Date
  version_comment: string
  remark: Generated<string>
}

interface MetricsTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  row_version: Generated<number>
  template_id: number
  template_version_id: number
  group_id: number | null
  config: Pairs
}

/** Objects in both stores that belong to a group. */
interface OwnedTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  row_version: Generated<number>
  apiid: string
  name: string
  group_id: number | null
  description: Generated<string>
}

interface OverrideRow {
  tenant_id: OwnTenant
  override_id: number
  position: number
  value: string
}

interface ProbeCandidatesTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  row_version: Generated<number>
  name: string
  description: string
  docurl: string
  rpm: string
  yum_baseurl: string
  script: string
  command: string
  contact: string
  status: Generated<CandidateStatus>
  service_type: Generated<string>
  devel_url: Generated<string>
  production_url: Generated<string>
  rejection_reason: Generated<string>
  created: Date
  last_update: Date
  mailed: Generated<CandidateStatus[]>
}
