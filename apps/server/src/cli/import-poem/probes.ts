import { isDeepStrictEqual } from 'node:util'
import { technicalName } from '@quatrain/contract/kit/fields.ts'
import { type ProbeDocument, probes } from '@quatrain/contract/resources/probe.ts'
import { sql } from 'kysely'
import { documentOf } from '#features/probes/probe-document.ts'
import { textOf } from './decode.ts'
import { labelOfPackage } from './packages.ts'
import { byKey, newAmong, Refused, type Run, readRows, recordAdded, validField } from './run.ts'
import type { SourceRow } from './source.ts'
import { authored, inOrder } from './versions.ts'

interface Owned {
  readonly owner: string
  readonly document: ProbeDocument
}

/** The name of a version in metrics and templates. */
export const labelOfProbe = ({ name, version }: Pick<ProbeDocument, 'name' | 'version'>): string =>
  `${name} (${version})`

/** Probes with their versions, which are those of their package. */
export async function importProbes(run: Run): Promise<void> {
  const { ctx, source, ledger, zone } = run
  const current = readRows(ledger, source.rowsOf('probe'), (row) => {
    const document = documentIn(run, row)
    return { row, key: document.name, document, extra: {} }
  })
  const currentVersions = new Map(current.map(({ document }) => [labelOfProbe(document), document]))
  const versions = readRows(ledger, source.rowsOf('probeVersion'), (row) => {
    const probe = source.find('probe', row.fields.object_id)
    if (!probe) throw new Refused('It is a version of a probe that does not exist.')
    const recorded = documentIn(run, row)
    // That system writes the current version twice, and not always the same.
    const document = currentVersions.get(labelOfProbe(recorded)) ?? recorded
    if (!isDeepStrictEqual(document, recorded)) ledger.note(row, 'It differs from its probe, which was used.')
    const owner = textOf(probe.fields.name)
    return { row, document, owner, ...authored(row, zone, 'version_user', 'version_comment') }
  })
  const { rows: known } = await sql<Owned>`
    select probe.name as owner, json_build_object('name', version.name, 'version', package.version,
      'package', package.name || ' (' || package.version || ')', 'description', version.description,
      'comment', version.comment, 'repository', version.repository, 'docurl', version.docurl) as document
    from probe_versions as version
    join probes as probe on probe.id = version.probe_id join packages as package on package.id = version.package_id
  `.execute(ctx.db)
  const labels = byKey(
    known,
    ({ document }) => labelOfProbe(document),
    ({ document }) => document,
  )
  const ordered = [...Map.groupBy(versions, ({ owner }) => owner).values()].flatMap((of) => inOrder(of, probes))
  const added = newAmong(
    ledger,
    ordered.map(({ row, document, ...extra }) => ({ row, key: labelOfProbe(document), document, extra })),
    labels,
  )

  const versioned = new Set([...labels.keys(), ...added.map(({ key }) => key)])
  const withVersion = current.filter(({ row, document }) => {
    if (versioned.has(labelOfProbe(document))) return true
    ledger.settle(row, 'listed', 'The history has no version of it with its package.')
    return false
  })
  const { rows: knownProbes } = await sql<{ readonly document: ProbeDocument }>`
    select json_build_object('name', probe.name, 'version', package.version, 'package', package.name || ' (' || package.version || ')',
      'description', version.description, 'comment', version.comment, 'repository', version.repository,
      'docurl', version.docurl) as document
    from probes as probe join probe_versions as version on version.id = probe.current_version_id
    join packages as package on package.id = version.package_id
  `.execute(ctx.db)
  const documents = byKey(
    knownProbes,
    ({ document }) => document.name,
    ({ document }) => document,
  )
  const addedProbes = newAmong(ledger, withVersion, documents)

  const owners = new Set([...documents.keys(), ...addedProbes.map(({ key }) => key)])
  const stored = added.filter(({ row, extra }) => {
    if (owners.has(extra.owner)) return true
    ledger.settle(row, 'listed', `Its probe ${extra.owner} was not imported.`)
    return false
  })
  const { rows: ids } = await sql<{ id: number; name: string }>`
    insert into probes (name) select name from json_to_recordset(${JSON.stringify(addedProbes.map(({ key }) => ({ name: key })))}::json)
      as given (name text) returning id, name
  `.execute(ctx.db)
  await sql`
    insert into probe_versions
      (probe_id, package_id, name, description, comment, repository, docurl, author, created_at, version_comment)
    select probe.id, package.id, given.name, given.description, given.comment, given.repository, given.docurl,
      given.author, given.at, given.version_comment
    from json_to_recordset(${JSON.stringify(
      stored.map(({ document, extra: { comment: version_comment, ...extra } }, position) => ({
        ...{ ...document, ...extra, version_comment, position },
      })),
    )}::json) as given (position integer, owner text, package text, name text, description text, comment text,
      repository text, docurl text, author text, at timestamptz, version_comment text)
    join probes as probe on probe.name = given.owner
    join packages as package on package.name || ' (' || package.version || ')' = given.package
    order by given.position
  `.execute(ctx.db)
  await sql`
    update probes as probe set current_version_id = version.id
    from json_to_recordset(${JSON.stringify(addedProbes.map(({ document }) => document))}::json)
      as given (name text, version text)
    join probe_versions as version on version.version = given.version
    where probe.name = given.name and version.probe_id = probe.id
  `.execute(ctx.db)
  const idOf = new Map(ids.map(({ id, name }) => [name, id]))
  await recordAdded(
    run,
    addedProbes.map(({ key, document }) => ({
      ...{ kind: probes.kind, id: idOf.get(key) ?? 0, name: key, after: document, keepsItsVersions: true },
    })),
  )
}

/** The columns that a probe and its versions share. */
function documentIn({ source }: Run, row: SourceRow): ProbeDocument {
  const { fields } = row
  const label = labelOfPackage(source, fields.package)
  if (label === undefined) throw new Refused('It has a package that does not exist.')
  return documentOf({
    name: validField(row, 'name', technicalName()),
    version: textOf(source.find('package', fields.package)?.fields.version),
    package: label,
    description: textOf(fields.description),
    comment: textOf(fields.comment),
    repository: textOf(fields.repository),
    docurl: textOf(fields.docurl),
  })
}
