import { sendStatement } from '@quatrain/platform/database/transactions.ts'
import { type Kysely, sql } from 'kysely'

/** Tables that a transaction makes for itself, and that end with it: their columns in SQL. */
const temporaryTables = {
  /** Changes of many objects that effects leave to the recorder, so that the documents never leave the database. */
  pending_changes: {
    /** The order in which changes are recorded, with the tenant and the name. */
    step: 'smallint not null',
    tenant_id: 'integer not null',
    kind: 'text collate "C" not null',
    object_id: 'integer not null',
    name: 'text collate "C" not null',
    before: 'json',
    after: 'json',
    row_version: 'integer',
    comment: `text not null default ''`,
    /** Whether the recorder writes a version; it does not for kinds that store their own. */
    is_version: 'boolean not null',
  },
  /** The numbers of objects that a write changes in a tenant later. */
  later_changes: {
    tenant_id: 'integer not null',
    kind: 'text collate "C" not null',
    count: 'integer not null',
    action: `text collate "C" not null default 'change'`,
  },
  /** What tenants have seen of versions of metric templates before a change of the catalogue: at first of all that it may change. */
  former_versions: {
    id: 'integer primary key',
    version: 'metric_template_versions not null',
    /** Whether it is the current version of its template. */
    is_current: 'boolean not null',
    probeversion: 'text',
    docurl: 'text',
    package_id: 'integer',
    package_name: 'text collate "C"',
    package_version: 'text collate "C"',
  },
}

type TableName = keyof typeof temporaryTables

const recorderTables: readonly TableName[] = ['pending_changes', 'later_changes']
const allTables: readonly TableName[] = [...recorderTables, 'former_versions']

function creationOf(table: TableName): string {
  const listed = Object.entries(temporaryTables[table]).map(([name, type]) => `${name} ${type}`)
  return `create temporary table ${table} (${listed.join(', ')}) on commit drop`
}

/** Transactions whose present write has the tables of the recorder. */
const recording = new WeakSet<object>()

/** Whether this transaction has tables for the changes that effects leave to the recorder. */
export const collectsChanges = (db: object): boolean => recording.has(db)

/** The tables that a transaction of several writes has: those that were there before the present write, and all of them. */
const keptTables = new WeakMap<object, { former: readonly TableName[]; present: readonly TableName[] }>()

interface Around {
  readonly before?: string
  readonly after?: string
}

async function make<T>(db: Kysely<T>, tables: readonly TableName[], { before, after }: Around = {}): Promise<void> {
  const ofWrites = keptTables.get(db)
  const missingTables = tables.filter((table) => !ofWrites?.present.includes(table))
  const statements = [
    ...(before === undefined ? [] : [before]),
    ...missingTables.map(creationOf),
    // The next write may use them in another role.
    ...(ofWrites && missingTables.length > 0 ? [`grant all on ${missingTables.join(', ')} to public`] : []),
    ...(after === undefined ? [] : [after]),
  ]
  if (statements.length > 0) await sql.raw(statements.join(';\n')).execute(db)
  if (ofWrites) ofWrites.present = [...ofWrites.present, ...missingTables]
  recording.add(db)
}

/** Makes the tables of the recorder for the rest of the transaction, if it does not have them. */
export async function makeRecorded<T>(db: Kysely<T>): Promise<void> {
  if (!collectsChanges(db)) await make(db, recorderTables)
}

/** Makes the tables of the recorder and that of roll-outs, between two other statements, in one round trip. */
export const makeAll = <T>(db: Kysely<T>, around: Required<Around>) => make(db, allTables, around)

/** Few rows are deleted, because a truncation takes as long as a new table. */
const mostDeleted = 100

const emptying = (table: TableName): string => `
  if exists (select from ${table} offset ${mostDeleted}) then truncate ${table}; else delete from ${table}; end if;`

async function nextWrite<T>(db: Kysely<T>, statements: readonly string[], tables: readonly TableName[]): Promise<void> {
  await sendStatement(db, sql.raw(statements.join(';\n')))
  recording.delete(db)
  keptTables.set(db, { former: tables, present: tables })
}

/** Sends statements that begin the first of several writes of a transaction. */
export const beginTables = <T>(db: Kysely<T>, statements: readonly string[]) => nextWrite(db, statements, [])

/** Sends statements that undo what the present one of several writes has done. */
export const undoTables = <T>(db: Kysely<T>, statements: readonly string[]) =>
  nextWrite(db, statements, keptTables.get(db)?.former ?? [])

/**
 * Sends statements that begin the next one of several writes. The tables stay, empty: hundreds of new ones would take longer than the writes
 * themselves.
 */
export function emptyTables<T>(db: Kysely<T>, statements: readonly string[]): Promise<void> {
  const { present = [] } = keptTables.get(db) ?? {}
  const emptied = collectsChanges(db) ? [`do $$ begin ${present.map(emptying).join('')} end $$`] : []
  return nextWrite(db, [...emptied, ...statements], present)
}
