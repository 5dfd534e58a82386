import type { CandidateStatus } from '@quatrain/contract/resources/probe-candidate.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccessTables } from './access.ts'
import type { Counted, Json, Numbered, OfTenants, OwnTenant } from './columns.ts'

/**
 * The tables and columns that queries of Kysely name; statements in SQL need no types. `migrations/` creates all tables, and
 * `docs/schema.sql` shows them; a type here adds no rule to a column.
 */
export interface Tables extends AccessTables {
  os_tags: { id: GeneratedAlways<number>; name: string }
  yum_repos: { id: GeneratedAlways<number> }
  packages: { id: GeneratedAlways<number>; name: string; version: string }
  package_repos: { package_id: number; repo_id: number }
  probes: { id: GeneratedAlways<number>; name: string }
  probe_versions: ProbeVersionsTable
  metric_tags: { id: GeneratedAlways<number>; name: string }
  metric_templates: MetricTemplatesTable
  metric_template_versions: MetricTemplateVersionsTable
  metric_template_tags: { tag_id: number; template_id: number }
  default_ports: { id: GeneratedAlways<number>; name: string; value: number }
  /** Views of the content that tenants see while a roll-out waits. */
  metrics_with_content: { name: string }
  versions_with_content: { id: number; name: string; mtype: 'Active' | 'Passive' }
  metrics: MetricsTable
  metric_profiles: { apiid: string; name: string; description: Generated<string> }
  metric_profile_instances: { service: string; metric: string }
  aggregation_profiles: { apiid: string; name: string; metric_profile: string }
  metric_overrides: { id: GeneratedAlways<number>; row_version: Generated<number>; name: string }
  probe_candidates: ProbeCandidatesTable
  versions: VersionsTable
  activity: ActivityTable
  /** The log as a view, with documents also where it refers to versions. */
  activity_with_documents: Omit<ActivityTable, 'before_version' | 'after_version' | 'hash'>
  audit_cursors: { tenant_id: OwnTenant; receiver: string; number: number }
  intents: IntentsTable
  roll_out_jobs: { tenant_id: OwnTenant; roll_out_id: number; state: string }
  console_processes: { id: string; machine: string; pid: number; version: string; started_at: Date; seen_at: Date }
  webhook_deliveries: { tenant_id: OwnTenant; at: Date }
  store_comparisons: { tenant_id: OwnTenant; compared_at: Date; differences: number | null; failure: string }
  last_seen_collections: { tenant_id: OwnTenant; collection: string; data: Json<unknown[]>; seen_at: Date }
}

interface ProbeVersionsTable {
  id: GeneratedAlways<number>
  name: string
  /** The version of the package; maintained by the database. */
  version: Generated<string>
  description: string
  author: string
  created_at: Date
  version_comment: string
}

interface MetricTemplatesTable {
  id: GeneratedAlways<number>
  row_version: Generated<number>
  name: string
  current_version_id: number | null
}

interface MetricTemplateVersionsTable {
  id: GeneratedAlways<number>
  template_id: number
  probe_version_id: number | null
  name: string
  tags: string[]
  probeexecutable: string
  attribute: Json<object[]>
}

interface MetricsTable extends Numbered {
  template_id: number
  template_version_id: number
  group_id: number | null
  config: Json<object[]>
}

interface ProbeCandidatesTable extends Counted {
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

interface VersionsTable {
  kind: string
  object_id: number
  number: number
  name: string
  document: ColumnType<object, string, never>
  author: string
  created_at: Date
  comment: string
}

interface ActivityTable extends OfTenants {
  number: Generated<number>
  at: Date
  request_id: string
  actor: string
  address: string
  /** What the browser or script of the user calls itself. */
  device: Generated<string>
  action: 'add' | 'change' | 'delete' | 'reveal' | 'reseal'
  kind: string
  object_id: number
  object_name: string
  before: ColumnType<object | null, string | null, never>
  after: ColumnType<object | null, string | null, never>
  hash: Generated<string>
  before_version: number | null
  after_version: number | null
}

interface IntentsTable extends Numbered {
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
