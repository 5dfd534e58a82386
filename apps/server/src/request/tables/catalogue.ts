import type { Generated, GeneratedAlways } from 'kysely'
import type { Pairs } from './columns.ts'

/** What the super-tenant edits for all tenants. */
export interface CatalogueTables {
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
  roll_outs: {
    id: GeneratedAlways<number>
    at: Date
    request_id: string
    actor: string
    address: string
    device: string
    is_deletion: Generated<boolean>
    chosen: string[] | null
    others_due: Date | null
  }
  metric_template_names: { template_id: number; name: string }
  deleted_templates: { template_id: number; roll_out_id: number; name: string }
  /** Views of the content that tenants see while a roll-out waits. */
  metrics_with_content: { tenant_id: number; id: number; name: string; mtype: 'Active' | 'Passive' }
  versions_with_content: { id: number; name: string; mtype: 'Active' | 'Passive' }
  roll_out_versions: { roll_out_id: number; version_id: number }
  default_ports: { id: GeneratedAlways<number>; row_version: Generated<number>; name: string; value: number }
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
