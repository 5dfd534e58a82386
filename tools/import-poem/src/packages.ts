import { technicalName } from '@quatrain/contract/kit/fields.ts'
import { packageKey, yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { type PackageDocument, packageLabel, packages } from '@quatrain/contract/resources/package.ts'
import { type YumRepo, yumRepoLabel, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import {
  findAll as findPackages,
  insertAll as insertPackages,
} from '@quatrain/server/features/packages/packages.repository.ts'
import {
  findAll as findRepos,
  insertAll as insertRepos,
} from '@quatrain/server/features/yum-repos/yum-repos.repository.ts'
import { textOf } from './decode.ts'
import { addNew, byKey, type Run, readRows, recordAdded, validField, type WantedObject } from './run.ts'
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
    store: async (added) => {
      const rows = await insertRepos(
        ctx.db,
        added.map(({ document }) => document),
      )
      await recordWithIds(run, yumRepos.kind, new Map(rows.map((row) => [yumRepoKey(row), row.id])), added)
    },
  })
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
    store: async (added) => {
      const rows = await insertPackages(
        ctx.db,
        added.map(({ document }) => document),
      )
      await recordWithIds(run, packages.kind, new Map(rows.map((row) => [packageKey(row), row.id])), added)
    },
  })
  for (const { row, from } of links) ledger.follow(row, source.find('package', from))
}

/** Records added objects with the ids that the database has given them, by key. */
const recordWithIds = (run: Run, kind: string, ids: ReadonlyMap<string, number>, added: readonly WantedObject[]) =>
  recordAdded(
    run,
    added.map(({ key, document }) => ({ kind, id: ids.get(key) ?? 0, name: key, after: document })),
  )

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
