import type { YumRepo } from '@quatrain/contract/resources/yum-repo.ts'
import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import { AppError, alreadyExists, inUse, staleVersion } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'

/** A repo with what only the server needs to know of it. */
export type StoredRepo = YumRepo & { readonly rowVersion: number }

/** By id, or by what it is called in addresses. */
type Which = { readonly id: number } | { readonly key: string }

const repos = sql`
  select repo.id, repo.row_version as "rowVersion", repo.name, tag.name as tag, repo.content, repo.description
  from yum_repos as repo join os_tags as tag on tag.id = repo.tag_id`

const matches = (which: Which) =>
  'id' in which
    ? sql`repo.id = ${which.id}::integer`
    : sql`repo.name || '-' || os_tag_address(tag.name) = ${which.key}::text`

/** By name whatever the case, then by OS tag. */
export async function findAll(db: Db): Promise<StoredRepo[]> {
  const { rows } = await sql<StoredRepo>`${repos} order by lower(repo.name), repo.name, tag.name`.execute(db)
  return rows
}

export async function find(db: Db, key: string): Promise<StoredRepo> {
  const { rows } = await sql<StoredRepo>`${repos} where ${matches({ key })}`.execute(db)
  return rows[0] ?? missing('YUM repo not found.')
}

/** For whoever is going to change it: the others wait, and then see what became of it. */
export async function findForUpdate(db: Db, which: Which): Promise<StoredRepo> {
  const { rows } = await sql<StoredRepo>`${repos} where ${matches(which)} for update of repo`.execute(db)
  return rows[0] ?? missing('YUM repo does not exist.')
}

const missing = (detail: string): never => {
  throw new AppError('not_found', detail)
}

/** Names of all OS tags, in the order in which they came. */
export const findOsTags = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('os_tags').select('name').orderBy('id').execute()).map(({ name }) => name)

type Values = Omit<YumRepo, 'id'>

/** Throws `already_exists` for a name that is taken at this OS tag, and `invalid_input` for an OS tag that is none. */
export async function insert(db: Db, { name, tag, content, description }: Values) {
  const { rows } = await sql<{ id: number; rowVersion: number }>`
    insert into yum_repos (name, tag_id, content, description)
    select ${name}, id, ${content}, ${description} from os_tags where name = ${tag}
    returning id, row_version as "rowVersion"
  `
    .execute(db)
    .catch(explain)
  const [added] = rows
  if (!added) throw unknownTag()
  return added
}

/** Writes a repo that is at `rowVersion`; refuses as `insert` does. Answers with the new row version. */
export async function update(
  db: Db,
  { id, rowVersion }: { readonly id: number; readonly rowVersion: number },
  { name, tag, content, description }: Values,
): Promise<{ rowVersion: number }> {
  const { rows } = await sql<{ isTag: boolean; rowVersion: number | null }>`
    with tag as (select id from os_tags where name = ${tag}), changed as (
      update yum_repos
      set name = ${name}, content = ${content}, description = ${description}, tag_id = tag.id, row_version = row_version + 1
      from tag where yum_repos.id = ${id} and row_version = ${rowVersion}
      returning row_version
    )
    select exists (select from tag) as "isTag", (select row_version from changed) as "rowVersion"
  `
    .execute(db)
    .catch(explain)
  const [changed] = rows
  if (!changed?.isTag) throw unknownTag()
  if (changed.rowVersion === null) throw staleVersion('The YUM repo')
  return { rowVersion: changed.rowVersion }
}

/** Removes a repo that is at `rowVersion`; throws `in_use` when a package has come to use it. */
export async function remove(
  db: Db,
  { id, rowVersion }: { readonly id: number; readonly rowVersion: number },
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('yum_repos')
    .where('id', '=', id)
    .where('row_version', '=', rowVersion)
    .executeTakeFirstOrThrow()
    .catch(explain)
  if (numDeletedRows === 0n) throw staleVersion('The YUM repo')
}

const unknownTag = () =>
  new AppError('invalid_input', 'OS tag does not exist.', { fields: { tag: 'OS tag does not exist' } })

const explain = (error: unknown) =>
  Promise.reject(
    fromDatabase(error, {
      yum_repos_name_tag_key: () => alreadyExists('YUM repo with this name and tag', 'name'),
      package_repos_repo_fkey: () => inUse('You cannot delete YUM repo with associated packages.'),
    }),
  )
