import { type Package, packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { type YumRepo, yumRepoKey, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { sql } from 'kysely'
import { initialComment } from '#kit/recording/changes.ts'
import type { Document } from '#request/context/recording.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { insertHistory } from './history.ts'

interface FirstVersion {
  readonly kind: string
  readonly object_id: number
  readonly name: string
  readonly document: Document
}

const author = 'platform-root'

/**
 * Objects without a history in the files get a first version at the start of the catalogue, probes and templates those of
 * their files. The number of statements is fixed.
 */
export async function loadFirstVersions(db: Db, createdAt: Date): Promise<void> {
  const first = await Promise.all([repoVersions(db), packageVersions(db), portVersions(db), tagVersions(db)])
  await sql`select keep_own_versions()`.execute(db)
  const versionFields = { number: 1, author, at: createdAt, before: undefined, comment: initialComment }
  await insertHistory(
    db,
    first.flat().map((version) => ({ ...version, ...versionFields })),
  )
}

async function repoVersions(db: Db): Promise<FirstVersion[]> {
  const { rows } = await sql<YumRepo>`
    select repo.id, repo.name, tag.name as tag, repo.content, repo.description
    from yum_repos as repo join os_tags as tag on tag.id = repo.tag_id order by repo.name, tag.id
  `.execute(db)
  return rows.map(({ id, ...document }) => {
    return { kind: yumRepos.kind, object_id: id, name: yumRepoKey(document), document }
  })
}

async function packageVersions(db: Db): Promise<FirstVersion[]> {
  const { rows } = await sql<Package>`
    select package.id, package.name, package.version, package.use_present_version,
      array(select yum_repo_label(repo, tag) from package_repos as link
            join yum_repos as repo on repo.id = link.repo_id join os_tags as tag on tag.id = repo.tag_id
            where link.package_id = package.id order by 1) as repos
    from packages as package order by package.name, package.version
  `.execute(db)
  return rows.map(({ id, ...document }) => {
    return { kind: packages.kind, object_id: id, name: packageKey(document), document }
  })
}

async function portVersions(db: Db): Promise<FirstVersion[]> {
  const ports = await db.selectFrom('default_ports').select(['id', 'name', 'value']).orderBy('name').execute()
  return ports.map(({ id, name, value }) => {
    return { kind: 'defaultport', object_id: id, name, document: { name, value: String(value) } }
  })
}

async function tagVersions(db: Db): Promise<FirstVersion[]> {
  const { rows } = await sql<{ id: number; name: string; metrics: string[] }>`
    select tag.id, tag.name,
      array(select template.name from metric_template_tags as tagged
            join metric_templates as template on template.id = tagged.template_id
            where tagged.tag_id = tag.id order by template.name) as metrics
    from metric_tags as tag order by tag.name
  `.execute(db)
  return rows.map(({ id, name, metrics }) => ({ kind: 'metrictag', object_id: id, name, document: { name, metrics } }))
}
