import { technicalName } from '@quatrain/contract/kit/fields.ts'
import { packageKey, yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { type PackageDocument, packageLabel, packages } from '@quatrain/contract/resources/package.ts'
import { type YumRepo, yumRepoLabel, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { findAll as findPackages } from '@quatrain/server/features/packages/packages.repository.ts'
import { findAll as findRepos } from '@quatrain/server/features/yum-repos/yum-repos.repository.ts'
import { sql } from 'kysely'
import { textOf } from './decode.ts'
import { addNew, byKey, type Run, readRows, recordAdded, validField, type Wanted } from './run.ts'
import type { SourceSchema } from './source.ts'

/** OS tags and YUM repos. */
export async function importRepos(run: Run): Promise<void> {
  const { ctx, source, ledger } = run
  const tags = source.rowsOf('osTag').map((row) => ({ row, key: textOf(row.fields.name), document: {}, extra: {} }))
  await addNew(run, {
    wantedObjects: tags,
    find: async () =>
      new Map((await ctx.db.selectFrom('os_tags').select('name').execute()).map(({ name }) => [name, {}])),
    store: (added) =>
      ctx.db
        .insertInto('os_tags')
        .values(added.map(({ key }) => ({ name: key })))
        .execute(),
  })

  const wantedRepos = readRows(ledger, source.rowsOf('yumRepo'), (row) => {
    const { fields } = row
    const document = {
      name: validField(row, 'name', technicalName()),
      tag: textOf(source.find('osTag', fields.tag)?.fields.name),
      content: textOf(fields.content),
      description: textOf(fields.description),
    }
    return { row, key: yumRepoKey(document), document, extra: {} }
  })
  const documentOf = ({ id: _, ...repo }: YumRepo) => yumRepos.document.parse(repo)
  await addNew(run, {
    wantedObjects: wantedRepos,
    find: async () => byKey(await findRepos(ctx.db), yumRepoKey, documentOf),
    store: (added) => storeRepos(run, added),
  })
}

async function storeRepos(run: Run, added: readonly Wanted[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; tag: string }>`
    insert into yum_repos (name, tag_id, content, description)
    select given.name, tag.id, given.content, given.description
    from json_to_recordset(${JSON.stringify(added.map(({ document }) => document))}::json)
      as given (name text, tag text, content text, description text)
    join os_tags as tag on tag.name = given.tag
    returning id, name, (select os.name from os_tags as os where os.id = tag_id) as tag
  `.execute(run.ctx.db)
  const ids = new Map(rows.map((row) => [yumRepoKey(row), row.id]))
  await recordAdded(
    run,
    added.map(({ key, document }) => ({ kind: yumRepos.kind, id: ids.get(key) ?? 0, name: key, after: document })),
  )
}

/** Packages with the repos that they are in. */
export async function importPackages(run: Run): Promise<void> {
  const { ctx, source, ledger } = run
  const links = source.links('package', 'yumRepo')
  const repos = Map.groupBy(links, ({ from }) => source.find('package', from))
  const existingRepos = new Set((await findRepos(ctx.db)).map(yumRepoLabel))
  const wantedPackages = readRows(ledger, source.rowsOf('package'), (row) => {
    const repoLabels = (repos.get(row) ?? []).flatMap(({ to }) => repoLabel(source, to))
    const document: PackageDocument = {
      name: validField(row, 'name', technicalName()),
      version: validField(row, 'version', technicalName()),
      use_present_version: row.fields.use_present_version === true,
      repos: repoLabels.filter((label) => existingRepos.has(label)).toSorted(),
    }
    const missingRepos = repoLabels.filter((label) => !existingRepos.has(label))
    if (missingRepos.length > 0) ledger.note(row, `It is not in ${missingRepos.join(', ')}, which was not imported.`)
    return { row, key: packageKey(document), document, extra: {} }
  })
  const documentOf = (stored: PackageDocument) => {
    const document = packages.document.parse(stored)
    return { ...document, repos: document.repos.toSorted() }
  }
  await addNew(run, {
    wantedObjects: wantedPackages,
    find: async () => byKey(await findPackages(ctx.db), packageKey, documentOf),
    store: (added) => storePackages(run, added),
  })
  for (const { row, from } of links) ledger.follow(row, source.find('package', from))
}

async function storePackages(run: Run, added: readonly Wanted[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; version: string }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(added.map(({ document }) => document))}::json)
        as given (name text, version text, use_present_version boolean, repos text[])
    ), added as (
      insert into packages (name, version, use_present_version)
      select name, version, use_present_version from given returning id, name, version
    ), linked as (
      insert into package_repos (package_id, repo_id)
      select added.id, repo.id from added
      join given on given.name = added.name and given.version = added.version
      join yum_repos as repo on true
      join os_tags as tag on tag.id = repo.tag_id and yum_repo_label(repo, tag) = any(given.repos)
    )
    select id, name, version from added
  `.execute(run.ctx.db)
  const ids = new Map(rows.map((row) => [packageKey(row), row.id]))
  await recordAdded(
    run,
    added.map(({ key, document }) => ({ kind: packages.kind, id: ids.get(key) ?? 0, name: key, after: document })),
  )
}

function repoLabel(source: SourceSchema, reference: unknown): string[] {
  const repo = source.find('yumRepo', reference)
  const tag = repo && source.find('osTag', repo.fields.tag)
  return repo && tag ? [yumRepoLabel({ name: textOf(repo.fields.name), tag: textOf(tag.fields.name) })] : []
}

/** The label of a package, as probes refer to it; undefined if there is none. */
export function labelOfPackage(source: SourceSchema, reference: unknown): string | undefined {
  const packageRow = source.find('package', reference)
  return (
    packageRow && packageLabel({ name: textOf(packageRow.fields.name), version: textOf(packageRow.fields.version) })
  )
}
