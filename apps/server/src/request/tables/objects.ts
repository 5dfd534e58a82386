import type { CandidateStatus } from '@quatrain/contract/resources/probe-candidate.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, OwnTenant, Pairs } from './columns.ts'

/** What each tenant edits. */
export interface ObjectTables {
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
}

interface MetricsTable {
  tenant_id: OwnTenant
  id: GeneratedAlways<number>
  row_version: Generated<number>
  template_id: number
  template_version_id: number
  group_id: number | null
  config: Pairs
  reference_names: Json<Record<string, string>> | null
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
