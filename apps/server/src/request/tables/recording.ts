import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, OwnTenant } from './columns.ts'

/** What has happened, what is in progress, and what was last seen of the Web API. */
export interface RecordingTables {
  versions: VersionsTable
  activity: ActivityTable
  activity_anchors: { tenant_id: OwnTenant; day: string }
  intents: IntentsTable
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
