import type { Writers } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import { sendStatement } from '@quatrain/platform/database/transactions.ts'
import { alreadyExists, notFound, staleVersion } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { capitalized } from '#kit/resource/label.ts'
import type { Identity, Which } from '#kit/two-stores/both-stores.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** What a write sends of an object that belongs to a group. A change without a description keeps the stored one. */
export interface OwnedInput {
  readonly name: string
  readonly groupname: string
  readonly description?: string | undefined
}

/** The fields that every kind in both stores has, and those of one kind. */
export type Owned<Own> = OwnedInput & Own

/** The content of an object to store. */
export type OwnedContent<Own> = Owned<Own> & Identity & { readonly description: string }

/** Identifies a version of an object. */
interface Version {
  readonly id: number
  readonly rowVersion: number
}

/** An object in the database, with what only the server needs to know of it. */
export type OwnedObject<Own> = OwnedContent<Own> & Version

/** What a write refers to: its group, and what `facts` selects for its rules. */
interface Wanted {
  readonly groupname: string
  readonly facts?: RawBuilder<unknown> | undefined
}

interface References {
  readonly isGroupKnown: boolean
  readonly facts: unknown
}

/** The table of a kind. `Own` are the fields that it has besides name, group and description. */
export interface TableDefinition<Own> {
  readonly resource: Resource
  /** The table; it has the columns `tenant_id`, `id`, `row_version`, `apiid`, `name`, `group_id`, `description`. */
  readonly table: string
  /** The fields of the kind as one JSON object, selected from the alias `object`. */
  readonly content: RawBuilder<Own>
  /** Further columns of a row of the list, each after a comma. */
  readonly listed?: RawBuilder<unknown>
  /** The values of its other columns. */
  readonly columns?: (input: Owned<Own>) => Readonly<Record<string, RawBuilder<unknown>>>
  /** Writes its rows in other tables: common table expressions that follow `written (id)`, each after a comma. */
  readonly rows?: (input: Owned<Own>) => RawBuilder<unknown>
  /** The fields in the order that clients get; the database may return lists in any order. */
  readonly ordered?: (fields: Own) => Own
}

const emptySql = sql``
const sequence = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, emptySql)
const noReferences = { groupname: '' }

/** The SQL of objects that belong to a group. Every function is one statement. */
export function ownedTable<Own>({
  resource,
  table,
  content,
  listed = emptySql,
  columns = () => ({}),
  rows = () => emptySql,
  ordered = (fields) => fields,
}: TableDefinition<Own>) {
  const objects = sql.table(table)
  const label = capitalized(resource.label.one)
  const groups = groupKindOf(resource.access.tenant?.write)

  const source = sql`${objects} as object
    left join groups as owner on owner.tenant_id = object.tenant_id and owner.id = object.group_id`
  const common = sql`object.apiid::text, object.name, coalesce(owner.name, '') as groupname, object.description`
  const selected = sql`object.id, object.row_version as "rowVersion", ${common}, ${content} as content`
  const matches = (criteria: Which) =>
    'name' in criteria ? sql`object.name = ${criteria.name}` : sql`object.apiid = ${criteria.apiid}::uuid`
  const groupNamed = (name: string) => sql`(select id from groups where kind = ${groups} and name = ${name})`
  const referred = ({ groupname, facts }: Wanted) =>
    sql`exists ${groupNamed(groupname)} as "isGroupKnown", ${facts ?? sql`null`} as facts`

  // The statements select the columns of these types.
  type Selected = Version &
    Identity &
    Omit<Required<OwnedInput>, 'description'> & {
      readonly description: string
      readonly content: Own
    }
  const objectOf = ({ content, ...columns }: Selected): OwnedObject<Own> => ({ ...columns, ...ordered(content) })

  const objectNotFound = () => notFound(label)
  const nameTaken = () => alreadyExists(label, 'name')
  const stale = () => staleVersion(`The ${resource.label.one}`)
  const constraints = {
    [`${table}_name_key`]: nameTaken,
    [`${table}_apiid_key`]: () => alreadyExists(`${label} with this id`, 'apiid'),
  }
  const explain = (error: unknown) => Promise.reject(fromDatabase(error, constraints))

  async function findIfThere(db: Db, criteria: Which): Promise<OwnedObject<Own> | undefined> {
    const { rows } = await sql<Selected>`select ${selected} from ${source} where ${matches(criteria)}`.execute(db)
    return rows[0] && objectOf(rows[0])
  }

  return {
    nameTaken,
    findIfThere,

    /** The rows of the list, as the contract declares them. */
    async findRows<Row>(db: Db): Promise<Row[]> {
      return (await sql<Row>`select ${common}${listed} from ${source} order by object.name`.execute(db)).rows
    },

    async findAll(db: Db): Promise<OwnedObject<Own>[]> {
      const { rows } = await sql<Selected>`select ${selected} from ${source} order by object.name`.execute(db)
      return rows.map(objectOf)
    },

    async find(db: Db, criteria: Which): Promise<OwnedObject<Own>> {
      const object = await findIfThere(db, criteria)
      if (!object) throw objectNotFound()
      return object
    },

    /** Locks the object until the transaction ends. Throws `not_found`. */
    async findForUpdate(db: Db, criteria: Which, references: Wanted = noReferences) {
      const { rows } = await sql<Selected & References>`
        select ${selected}, ${referred(references)} from ${source} where ${matches(criteria)} for update of object
      `.execute(db)
      if (!rows[0]) throw objectNotFound()
      const { isGroupKnown, facts, ...row } = rows[0]
      return { before: objectOf(row), isGroupKnown, facts }
    },

    /** Whether the name of a new object is taken, and what it refers to. */
    async findForAdd(db: Db, name: string, references: Wanted) {
      const { rows } = await sql<References & { readonly isTaken: boolean }>`
        select exists (select from ${objects} where name = ${name}) as "isTaken", ${referred(references)}
      `.execute(db)
      if (!rows[0]) throw new Error('A query without a table has one row.')
      return rows[0]
    },

    /** Throws `already_exists` for a name or an id that is taken. */
    async insert(db: Db, input: OwnedContent<Own>) {
      const { apiid, name, groupname, description } = input
      const ownColumns = Object.entries(columns(input))
      const names = sequence(ownColumns.map(([column]) => sql`, ${sql.ref(column)}`))
      const values = sequence(ownColumns.map(([, value]) => sql`, ${value}`))
      const { rows: added } = await sql<{ id: number; rowVersion: number }>`
        with written as (
          insert into ${objects} (apiid, name, group_id, description${names})
          values (${apiid}::uuid, ${name}, ${groupNamed(groupname)}, ${description}${values})
          returning id, row_version
        )${rows(input)}
        select id, row_version as "rowVersion" from written
      `
        .execute(db)
        .catch(explain)
      if (!added[0]) throw objectNotFound()
      return added[0]
    },

    /**
     * Sends the write of an object at `rowVersion`, without waiting. `written` has the new row version; it throws
     * `stale_version` if the object has another one, and `already_exists` for a new name that is taken.
     */
    async update(db: Db, before: Version, input: OwnedContent<Own>) {
      const { apiid, name, groupname, description } = input
      const values = sequence(
        Object.entries(columns(input)).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`),
      )
      const { answer } = await sendStatement(
        db,
        sql<{ rowVersion: number }>`
        with written as (
          update ${objects}
          set apiid = ${apiid}::uuid, name = ${name}, group_id = ${groupNamed(groupname)},
            description = ${description}, row_version = row_version + 1${values}
          where tenant_id = current_tenant() and id = ${before.id} and row_version = ${before.rowVersion}
          returning id, row_version
        )${rows(input)}
        select row_version as "rowVersion" from written`,
      )
      const written = answer.then(([changed]) => {
        if (!changed) throw stale()
        return changed
      }, explain)
      written.catch(() => {})
      return { written }
    },

    /** Removes an object at `rowVersion`; throws `stale_version` if it has another one. */
    async remove(db: Db, { id, rowVersion }: Version): Promise<void> {
      const { numAffectedRows } = await sql`
        delete from ${objects} where tenant_id = current_tenant() and id = ${id} and row_version = ${rowVersion}
      `.execute(db)
      if (numAffectedRows === 0n) throw stale()
    },
  }
}

export type OwnedTable<Own> = ReturnType<typeof ownedTable<Own>>

/** The kind of groups whose members may write the objects. */
export function groupKindOf(write: Writers | undefined) {
  if (typeof write === 'object') return write.group
  throw new Error('Only objects of a group are stored like this.')
}
