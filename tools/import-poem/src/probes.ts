import { isDeepStrictEqual } from 'node:util'
import { technicalName } from '@quatrain/contract/kit/fields.ts'
import { packageLabel } from '@quatrain/contract/resources/package.ts'
import { type ProbeDocument, probes } from '@quatrain/contract/resources/probe.ts'
import { findAll as findPackages } from '@quatrain/server/features/packages/packages.repository.ts'
import { probeDocumentOf } from '@quatrain/server/features/probes/probe-document.ts'
import { insertVersions } from '@quatrain/server/features/probes/probe-versions.repository.ts'
import type { Document } from '@quatrain/server/request/context/recording.ts'
import { sql } from 'kysely'
import { textOf } from './decode.ts'
import { labelOfPackage } from './packages.ts'
import { byKey, confirmed, newAmong, Refused, type Run, readRows, validField, type Wanted } from './run.ts'
import type { SourceRow } from './source.ts'
import {
  authored,
  inOrder,
  recordWithVersions,
  storeWithVersions,
  type VersionOfOwner,
  withOwners,
} from './versions.ts'

/** The name of a version in metrics and templates. */
export const labelOfProbe = ({ name, version }: Pick<ProbeDocument, 'name' | 'version'>): string =>
  `${name} (${version})`

/** Probes with their versions, which are those of their package. */
export async function importProbes(run: Run): Promise<void> {
  const { ctx, source, ledger, zone } = run
  const existingPackages = new Set((await findPackages(ctx.db)).map(packageLabel))
  const current = readRows(ledger, source.rowsOf('probe'), (row) => {
    const document = documentIn(run, row, existingPackages)
    return { row, key: document.name, document, extra: {} }
  })
  const identityOf = (document: ProbeDocument) => `${labelOfProbe(document)}\n${document.package}`
  const currentVersions = new Map(current.map(({ document }) => [identityOf(document), document]))
  const versions = readRows(ledger, source.rowsOf('probeVersion'), (row) => {
    const probe = source.find('probe', row.fields.object_id)
    if (!probe) throw new Refused('It is a version of a probe that does not exist.')
    const recorded = documentIn(run, row, existingPackages)
    // The document of the current version is that of the probe: the other system writes it twice, and not always the same.
    const document = currentVersions.get(identityOf(recorded)) ?? recorded
    if (!isDeepStrictEqual(document, recorded)) ledger.note(row, 'It differs from its probe, which was used.')
    const owner = textOf(probe.fields.name)
    return { row, document, owner, ...authored(row, zone, 'version_user', 'version_comment') }
  })
  const labels = await versionsHere(run)
  const ordered = [...Map.groupBy(versions, ({ owner }) => owner).values()].flatMap((ownVersions) =>
    inOrder(ownVersions, probes),
  )
  const added = newAmong(
    ledger,
    ordered.map(({ row, document, ...extra }) => ({ row, key: labelOfProbe(document), document, extra })),
    labels,
    'name and version',
  )

  const versioned = new Set([...labels.keys(), ...added.map(({ key }) => key)])
  const withVersion = current.filter(({ row, document }) => {
    if (versioned.has(labelOfProbe(document))) return true
    ledger.settle(row, 'listed', 'The history has no version of it with its package.')
    return false
  })
  const documents = await probesHere(run)
  const addedProbes = newAmong(ledger, withVersion, documents)
  const stored = withOwners(ledger, added, addedProbes, documents, 'probe')
  await storeWithVersions(run, addedProbes, stored, (probes, versions) => insert(run, probes, versions))
  confirmed(ledger, stored, await versionsHere(run))
  confirmed(ledger, addedProbes, await probesHere(run))
}

type NewVersion = VersionOfOwner & { readonly document: ProbeDocument }

async function versionsHere({ ctx }: Run): Promise<ReadonlyMap<string, Document>> {
  const { rows } = await sql<{ readonly document: ProbeDocument }>`
    select json_build_object('name', version.name, 'version', package.version,
      'package', package.name || ' (' || package.version || ')', 'description', version.description,
      'comment', version.comment, 'repository', version.repository, 'docurl', version.docurl) as document
    from probe_versions as version
    join probes as probe on probe.id = version.probe_id join packages as package on package.id = version.package_id
  `.execute(ctx.db)
  return byKey(
    rows,
    ({ document }) => labelOfProbe(document),
    ({ document }) => document,
  )
}

async function probesHere({ ctx }: Run): Promise<ReadonlyMap<string, Document>> {
  const { rows } = await sql<{ readonly document: ProbeDocument }>`
    select json_build_object('name', probe.name, 'version', package.version, 'package', package.name || ' (' || package.version || ')',
      'description', version.description, 'comment', version.comment, 'repository', version.repository,
      'docurl', version.docurl) as document
    from probes as probe join probe_versions as version on version.id = probe.current_version_id
    join packages as package on package.id = version.package_id
  `.execute(ctx.db)
  return byKey(
    rows,
    ({ document }) => document.name,
    ({ document }) => document,
  )
}

async function insert(run: Run, added: readonly Wanted[], versions: readonly NewVersion[]): Promise<void> {
  const { ctx } = run
  const { rows: ids } = await sql<{ id: number; name: string }>`
    insert into probes (name) select name from json_to_recordset(${JSON.stringify(added.map(({ key }) => ({ name: key })))}::json)
      as given (name text) returning id, name
  `.execute(ctx.db)
  await insertVersions(
    ctx.db,
    versions.map(({ document, extra: { comment: version_comment, ...extra } }) => ({
      ...document,
      ...extra,
      version_comment,
    })),
  )
  await sql`
    update probes as probe set current_version_id = version.id
    from json_to_recordset(${JSON.stringify(added.map(({ document }) => document))}::json)
      as given (name text, version text)
    join probe_versions as version on version.version = given.version
    where probe.name = given.name and version.probe_id = probe.id
  `.execute(ctx.db)
  await recordWithVersions(run, probes.kind, ids, added)
}

/** The columns that a probe and its versions share. */
function documentIn({ source }: Run, row: SourceRow, packagesHere: ReadonlySet<string>): ProbeDocument {
  const { fields } = row
  const label = labelOfPackage(source, fields.package)
  if (label === undefined) throw new Refused('It has a package that does not exist.')
  if (!packagesHere.has(label)) throw new Refused(`Its package ${label} was not imported.`)
  return probeDocumentOf({
    name: validField(row, 'name', technicalName()),
    version: textOf(source.find('package', fields.package)?.fields.version),
    package: label,
    description: textOf(fields.description),
    comment: textOf(fields.comment),
    repository: textOf(fields.repository),
    docurl: textOf(fields.docurl),
  })
}
