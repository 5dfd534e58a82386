import type { Fields } from '@quatrain/contract/compare/field.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { probes as probeKind } from '@quatrain/contract/resources/probe.ts'
import { sql } from 'kysely'
import { insertVersions as insertTemplateVersions } from '#features/metric-templates/metric-template-versions.repository.ts'
import { insertAll as insertPackages } from '#features/packages/packages.repository.ts'
import { insertVersions as insertProbeVersions } from '#features/probes/probe-versions.repository.ts'
import { templateWords } from '#features/roll-out/roll-out.reads.ts'
import { insertAll as insertRepos } from '#features/yum-repos/yum-repos.repository.ts'
import { initialComment } from '#kit/recording/changes.ts'
import { describeChange, type Words } from '#kit/recording/describe-change.ts'
import type { Document } from '#request/context/recording.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type DemoCatalogue, statesOf } from './data.ts'

/** Fills the empty catalogue. `db` is the super-tenant's; the number of statements is fixed. */
export async function loadCatalogue(db: Db, catalogue: DemoCatalogue): Promise<void> {
  await db.transaction().execute(async (db) => {
    await insertRepos(db, catalogue.yum_repos)
    await insertPackages(db, catalogue.packages)
    await insertProbes(db, catalogue)
    await insertTemplates(db, catalogue)
    await db.insertInto('default_ports').values(catalogue.default_ports).execute()
  })
}

async function insertProbes(db: Db, { probes }: DemoCatalogue) {
  await db
    .insertInto('probes')
    .values(probes.map(({ name }) => ({ name, current_version_id: null })))
    .execute()
  await insertProbeVersions(db, inOrderOfTime(probeVersionRows(probes)))
  await sql`
    update probes set current_version_id = (
      select id from probe_versions where probe_id = probes.id order by created_at desc limit 1)
  `.execute(db)
}

const inOrderOfTime = <V extends { readonly at: Date; readonly name: string }>(versions: readonly V[]): V[] =>
  versions.toSorted((a, b) => a.at.getTime() - b.at.getTime() || byCodePoint(a.name, b.name))

async function insertTemplates(db: Db, { metric_tags: tags, metric_templates: templates }: DemoCatalogue) {
  await db
    .insertInto('metric_templates')
    .values(templates.map(({ name }) => ({ name, current_version_id: null })))
    .execute()
  await insertTemplateVersions(db, inOrderOfTime(templateVersionRows(templates)))
  await sql`
    update metric_templates set current_version_id = (
      select id from metric_template_versions where template_id = metric_templates.id order by created_at desc limit 1)
  `.execute(db)
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(tags)}::json) as given (name text, metrics text[])
    ), added as (
      insert into metric_tags (name) select name from given returning id, name
    )
    insert into metric_template_tags (tag_id, template_id)
    select added.id, template.id
    from added
    join given on given.name = added.name
    join metric_templates as template on template.name = any(given.metrics)
  `.execute(db)
}

/** A row for each version of each probe. */
const probeVersionRows = (probes: DemoCatalogue['probes']) =>
  probes.flatMap((probe) =>
    commented(statesOf(probe), probeKind.compared).map((version) => ({ ...version, owner: probe.name })),
  )

/** A row for each version of each metric template. */
const templateVersionRows = (templates: DemoCatalogue['metric_templates']) =>
  templates.flatMap((template) =>
    commented(statesOf(template), metricTemplates.compared, templateWords).map((version) => ({
      ...version,
      owner: template.name,
    })),
  )

/** Adds to each state the comment with its changes since the previous one. */
function commented<State extends { readonly user: string; readonly date_created: Date }>(
  states: readonly State[],
  fields: Fields,
  words?: Words,
) {
  const contents = states.map(({ user: author, date_created: at, ...content }) => ({ author, at, content }))
  return contents.map(({ author, at, content }, position) => {
    const before: Document | undefined = contents[position - 1]?.content
    const version_comment = before ? describeChange(fields, before, content, words) : initialComment
    return { ...content, author, at, version_comment }
  })
}
