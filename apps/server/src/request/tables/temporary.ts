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

const creationOf = (table: keyof typeof temporaryTables): string => {
  const listed = Object.entries(temporaryTables[table]).map(([name, type]) => `${name} ${type}`)
  return `create temporary table ${table} (${listed.join(', ')}) on commit drop`
}

const makingRecorded = [creationOf('pending_changes'), creationOf('later_changes')].join(';\n')

/** Transactions that have the tables of the recorder. */
const recording = new WeakSet<object>()

/** Whether this transaction has tables for the changes that effects leave to the recorder. */
export const collectsChanges = (db: object): boolean => recording.has(db)

async function make<T>(db: Kysely<T>, statements: readonly string[]): Promise<void> {
  await sql.raw(statements.join(';\n')).execute(db)
  recording.add(db)
}

/** Makes the tables of the recorder for the rest of the transaction, if it does not have them. */
export async function makeRecorded<T>(db: Kysely<T>): Promise<void> {
  if (!collectsChanges(db)) await make(db, [makingRecorded])
}

/** Makes the tables of the recorder and that of roll-outs, between two other statements, in one round trip. */
export const makeAll = <T>(db: Kysely<T>, { before, after }: { readonly before: string; readonly after: string }) =>
  make(db, [before, makingRecorded, creationOf('former_versions'), after])

/** The statement that ends the tables of a write; none if it has not made any. */
export const droppingAll = (db: object): readonly string[] =>
  collectsChanges(db) ? [`drop table if exists ${Object.keys(temporaryTables).join(', ')}`] : []

/** Sends statements that end the tables of a write, so that the next one in the transaction makes its own. */
export async function endTables<T>(db: Kysely<T>, statements: readonly string[]): Promise<void> {
  await sendStatement(db, sql.raw(statements.join(';\n')))
  recording.delete(db)
}
