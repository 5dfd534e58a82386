import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, OwnTenant } from './columns.ts'

/** What has happened, what is in progress, and what was last seen of the Web API. */
export interface RecordingTables {
  versions: VersionsTable
  activity: ActivityTable
  /** The log as a view, with documents also where it refers to versions. */
  activity_with_documents: Pick<ActivityTable, LoggedColumn>
  /** Receivers of the log outside of the installation, and the last row of each tenant that they have. */
  audit_receivers: { name: string; holder: string; held_until: Date; every_tenant: Generated<boolean> }
  audit_cursors: { tenant_id: OwnTenant; receiver: string; number: number }
  activity_archives: ActivityArchivesTable
  activity_anchors: { tenant_id: OwnTenant; day: string }
  intents: IntentsTable
  roll_out_jobs: RollOutJobsTable
  console_processes: { id: string; machine: string; pid: number; version: string; started_at: Date; seen_at: Date }
  store_comparisons: { tenant_id: OwnTenant; compared_at: Date; differences: number | null; failure: string }
  last_seen_collections: { tenant_id: OwnTenant; collection: string; data: Json<unknown[]>; seen_at: Date }
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
  /** The document of a deletion is null. */
  is_deletion: Generated<boolean>
  /** The deleted object whose history this one continues; of its first version only. */
  continues: Generated<number | null>
}

interface ActivityTable {
  tenant_id: OwnTenant
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
  previous_hash: Generated<string>
  hash: Generated<string>
  format: Generated<number>
  /** The versions of the object before and after the write. If there is one, its document is not stored here. */
  before_version: number | null
  after_version: number | null
  before_hash: GeneratedAlways<string | null>
  after_hash: GeneratedAlways<string | null>
}

interface ActivityArchivesTable {
  tenant_id: OwnTenant
  first_number: number
  last_number: number
  previous_hash: string
  last_hash: string
  first_at: Date
  last_at: Date
  versions: number
  file: string
  bytes: string
  sha256: string
  recorded_in: number
  created_at: Date
  imports: Json<unknown[]>
}

type LoggedColumn =
  | 'tenant_id'
  | 'number'
  | 'at'
  | 'request_id'
  | 'actor'
  | 'address'
  | 'device'
  | 'action'
  | 'kind'
  | 'object_id'
  | 'object_name'
  | 'before'
  | 'after'

interface RollOutJobsTable {
  tenant_id: OwnTenant
  roll_out_id: number
  state: Generated<'waiting' | 'paused' | 'refused' | 'done' | 'reverted'>
  /** The job does not run before this time. */
  due: Date
  attempts: Generated<number>
  last_error: Generated<string>
  done_at: Date | null
  reverted_at: Generated<Date | null>
  reverted_by: Generated<string>
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
