import type { Engine, Session } from '../src/database/engine.ts'
import { scope } from '../src/database/scope.ts'

/** What a database contained when it was made, to go back to after a test. */
export interface InitialContent {
  /**
   * Replaces all rows by those of before. Returns false if that is not enough, because definitions were changed or the
   * tables became large: then the database cannot be used again.
   */
  restore(engine: Engine): Promise<boolean>
}

/** The content of the database now. Its restoration takes a tenth of the time that opening another copy takes. */
export async function initialContent(engine: Engine): Promise<InitialContent> {
  return asSuperuser(engine, async (session) => {
    const { definitions, size } = await stateOf(session)
    const restoration = await restorationOf(session)
    return {
      restore: (engine) =>
        asSuperuser(engine, async (session) => {
          const now = await stateOf(session)
          if (now.definitions !== definitions || now.size > size + maxGrowth) return false
          await run(
            session,
            `begin; set local session_replication_role = replica; ${restoration}; commit; select pg_advisory_unlock_all()`,
          )
          return true
        }),
    }
  })
}

/** Bytes. Deleted rows still take space, and slow down the tests that follow. */
const maxGrowth = 2_000_000

const inCatalog = scope({ schema: 'pg_catalog' })
const run = (session: Session, text: string) => session.runIn(inCatalog, text, [])

async function asSuperuser<T>(engine: Engine, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire()
  try {
    return await work(session)
  } finally {
    engine.release(session)
  }
}

/** All values as texts; null as an empty one. */
async function rowsOf(session: Session, query: string): Promise<Readonly<Record<string, string>>[]> {
  const { rows } = await run(session, query)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value == null ? '' : String(value)])),
  )
}

async function stateOf(session: Session): Promise<{ definitions: string; size: number }> {
  const [row] = await rowsOf(session, state)
  return { definitions: String(row?.definitions), size: Number(row?.size) }
}

/** Whatever changes a definition changes a row of one of these. */
const catalogs = [
  'pg_attrdef',
  'pg_attribute',
  'pg_auth_members',
  'pg_authid',
  'pg_class',
  'pg_constraint',
  'pg_db_role_setting',
  'pg_index',
  'pg_namespace',
  'pg_policy',
  'pg_proc',
  'pg_rewrite',
  'pg_trigger',
]

/** A session that makes its first temporary table in a database leaves an empty schema for the tables of later ones. */
const withoutTemporary = "where nspname !~ '^pg_(toast_)?temp_'"

const changesOf = (catalog: string) =>
  `(select concat(count(*), ':', sum(xmin::text::bigint)) from ${catalog} ${catalog === 'pg_namespace' ? withoutTemporary : ''})`

/** Tables of the system have smaller ones. */
const firstOwnOid = 16_384

/** Numbers of the transactions that changed each catalog, and the space of the rows of all tables. */
const state = `
  select concat_ws(' ', ${catalogs.map(changesOf).join(', ')}) as definitions,
    (select sum(pg_relation_size(oid)) from pg_class where relkind = 'r' and oid >= ${firstOwnOid}) as size`

/** Statements that remove all rows, insert those of now, and let all sequences go on from where they are now. */
async function restorationOf(session: Session): Promise<string> {
  const filled: string[] = []
  const tables = await rowsOf(session, ownTables)
  for (const { name, columns = '' } of tables) {
    const [content] = await rowsOf(session, `select array_agg(t)::text as rows from ${name} t`)
    if (!content?.rows) continue
    const rows = `unnest(${literal(content.rows)}::${name}[])`
    filled.push(`insert into ${name} (${columns}) overriding system value select ${columns} from ${rows}`)
  }
  const continued: string[] = []
  for (const { name = '' } of await rowsOf(session, ownSequences)) {
    const [position] = await rowsOf(session, `select last_value, is_called from ${name}`)
    continued.push(`select setval(${literal(name)}, ${position?.last_value}, ${position?.is_called})`)
  }
  return [...tables.map(({ name }) => `delete from ${name}`), ...filled, ...continued].join('; ')
}

const own = (kind: string) => `
  pg_class c join pg_namespace n on n.oid = c.relnamespace
  where relkind = '${kind}' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

const ownTables = `
  select c.oid::regclass::text as name, (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
  from ${own('r')}`

const ownSequences = `select c.oid::regclass::text as name from ${own('S')}`

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
