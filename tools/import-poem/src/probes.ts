import { technicalName } from '@quatrain/contract/kit/fields.ts'
import { packageLabel } from '@quatrain/contract/resources/package.ts'
import { type ProbeDocument, probes } from '@quatrain/contract/resources/probe.ts'
import { findAll as findPackages } from '@quatrain/server/features/packages/packages.repository.ts'
import { probeDocumentOf } from '@quatrain/server/features/probes/probe-document.ts'
import { findDocuments, insertVersions } from '@quatrain/server/features/probes/probe-versions.repository.ts'
import { findAll as findProbes } from '@quatrain/server/features/probes/probes.repository.ts'
import type { Document } from '@quatrain/server/request/context/recording.ts'
import { sql } from 'kysely'
import { textOf } from './decode.ts'
import { labelOfPackage } from './packages.ts'
import { byKey, Refused, type Run, validField } from './run.ts'
import type { SourceRow } from './source.ts'
import { importVersioned } from './versions.ts'

/** The name of a version in metrics and templates. */
export const labelOfProbe = ({ name, version }: Pick<ProbeDocument, 'name' | 'version'>): string =>
  `${name} (${version})`

/** Probes with their versions, which are those of their package. */
export async function importProbes(run: Run): Promise<void> {
  const { ctx } = run
  const existingPackages = new Set((await findPackages(ctx.db)).map(packageLabel))
  await importVersioned<ProbeDocument>(run, {
    kind: probes,
    models: { object: 'probe', version: 'probeVersion' },
    documentIn: (row) => documentIn(run, row, existingPackages),
    keyOf: ({ document }) => labelOfProbe(document),
    keyName: 'name and version',
    identityOf: ({ document }) => `${labelOfProbe(document)}\n${document.package}`,
    with: 'package',
    objectsHere: () => probesHere(run),
    versionsHere: () => versionsHere(run),
    table: 'probes',
    insertVersions: (versions) => insertVersions(ctx.db, versions),
    setCurrent: (documents) => sql`
      update probes as probe set current_version_id = version.id
      from json_to_recordset(${documents}::json) as given (name text, version text)
      join probe_versions as version on version.version = given.version
      where probe.name = given.name and version.probe_id = probe.id`,
  })
}

async function versionsHere({ ctx }: Run): Promise<ReadonlyMap<string, Document>> {
  return byKey(
    await findDocuments(ctx.db),
    ({ document }) => labelOfProbe(document),
    ({ document }) => document,
  )
}

async function probesHere({ ctx }: Run): Promise<ReadonlyMap<string, Document>> {
  const documentOf = (probe: ProbeDocument) => probes.document.parse(probe)
  return byKey(await findProbes(ctx.db), ({ name }) => name, documentOf)
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
