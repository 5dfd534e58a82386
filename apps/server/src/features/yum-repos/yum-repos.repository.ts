import type { YumRepo } from '@quatrain/contract/resources/yum-repo.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { AppError, alreadyExists, inUse } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { IdOrKey } from '#kit/resource/plain-writes.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A repo with its row version. */
type StoredRepo = YumRepo & { readonly rowVersion: number }

const repos = sql`
  select repo.id, repo.row_version as "rowVersion", repo.name, tag.name as tag, repo.content, repo.description
  from yum_repos as repo join os_tags as tag on tag.id = repo.tag_id`

const matches = (criteria: IdOrKey) =>
  'id' in criteria
    ? sql`repo.id = ${criteria.id}::integer`
    : sql`repo.name || '-' || os_tag_address(tag.name) = ${criteria.key}::text`

/** All repos, by name without regard to case, then by OS tag. */
export const findAll = (db: Db) => rowsIn(db)<StoredRepo>`${repos} order by lower(repo.name), repo.name, tag.name`

export const find = (db: Db, key: string) =>
  rowIn(db, () => throwNotFound('YUM repo not found.'))<StoredRepo>`${repos} where ${matches({ key })}`

/** Locks the repo until the transaction ends. Throws `not_found`. */
export const findForUpdate = (db: Db, criteria: IdOrKey) =>
  rowIn(db, () =>
    throwNotFound('YUM repo does not exist.'),
  )<StoredRepo>`${repos} where ${matches(criteria)} for update of repo`

const throwNotFound = (detail: string): never => {
  throw new AppError('not_found', detail)
}

/** Names of all OS tags, in the order in which they were added. */
export const findOsTags = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('os_tags').select('name').orderBy('id').execute()).map(({ name }) => name)

/** Inserts repos; those with an unknown OS tag are left out. */
const inserting = (repos: readonly Omit<YumRepo, 'id'>[]) => sql`
  insert into yum_repos (name, tag_id, content, description)
  select given.name, tag.id, given.content, given.description
  from json_to_recordset(${JSON.stringify(repos)}::json) as given (name text, tag text, content text, description text)
  join os_tags as tag on tag.name = given.tag
  returning id, row_version as "rowVersion", name, (select os.name from os_tags as os where os.id = tag_id) as tag`

/** Throws `already_exists` for a name that is taken at this OS tag, and `invalid_input` for an unknown OS tag. */
export const insert = (db: Db, repo: Omit<YumRepo, 'id'>) =>
  rowIn(db, unknownTag)<{ id: number; rowVersion: number }>`${inserting([repo])}`.catch(explain)

/** Adds any number of repos in one statement. Throws the error of the database. */
export const insertAll = (db: Db, repos: readonly Omit<YumRepo, 'id'>[]) =>
  rowsIn(db)<{ id: number; name: string; tag: string }>`${inserting(repos)}`

/** Throws as `insert` does. */
export async function update(db: Db, { id, name, tag, content, description }: YumRepo): Promise<void> {
  const { numAffectedRows } = await sql`
    update yum_repos
    set name = ${name}, content = ${content}, description = ${description}, tag_id = tag.id, row_version = row_version + 1
    from os_tags as tag where tag.name = ${tag} and yum_repos.id = ${id}
  `
    .execute(db)
    .catch(explain)
  if (numAffectedRows === 0n) throw unknownTag()
}

/** Throws `in_use` if a package uses the repo. */
export const remove = (db: Db, id: number) => db.deleteFrom('yum_repos').where('id', '=', id).execute().catch(explain)

const unknownTag = () =>
  new AppError('invalid_input', 'OS tag does not exist.', { fields: { tag: 'OS tag does not exist' } })

const explain = explaining({
  yum_repos_name_tag_key: () => alreadyExists('YUM repo with this name and tag', 'name'),
  package_repos_repo_fkey: () => inUse('You cannot delete YUM repo with associated packages.'),
})
