import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'

/** A version of a metric template that a tenant uses, found in another installation by its names. */
export const requiredVersion = z.object({
  templateId: z.int(),
  versionId: z.int(),
  template: z.string(),
  probeversion: z.string(),
  package: z.string(),
  /** The digest of the whole content of the version. */
  digest: z.string(),
})
export type NeededVersion = z.output<typeof requiredVersion>

/** The versions of templates that the metrics of a tenant use. One statement. */
export const findNeeded = (db: Db, { id }: Pick<Tenant, 'id'>): Promise<NeededVersion[]> =>
  select(db, sql`used.id in (select template_version_id from metrics where tenant_id = ${id})`)

const select = async (db: Db, where: ReturnType<typeof sql>): Promise<NeededVersion[]> => {
  return rowsIn(db)<NeededVersion>`
    select template.id as "templateId", used.id as "versionId", template.name as template,
      coalesce(probe_version_label(probe, package), '') as probeversion, coalesce(package.name, '') as package,
      encode(sha256(convert_to(json_build_array(
        template_document(used, probe_version_label(probe, package)),
        (select json_agg(tag.name order by tag.name) from metric_template_tags as member
         join metric_tags as tag on tag.id = member.tag_id where member.template_id = template.id))::text, 'UTF8')), 'hex') as digest
    from metric_template_versions as used
    join metric_templates as template on template.id = used.template_id
    left join probe_versions as probe on probe.id = used.probe_version_id
    left join packages as package on package.id = probe.package_id
    where ${where}
    order by template.name, probeversion, package`
}

/** Finds these versions in this installation, and says in words which are missing or different. One statement. */
export async function matchNeeded(db: Db, requiredVersions: readonly NeededVersion[]) {
  const names = requiredVersions.map(({ template }) => template)
  const existingVersions = new Map(
    (await select(db, sql`template.name = any(${names})`)).map((each) => [nameOf(each), each]),
  )
  const problems = requiredVersions.flatMap((each) => {
    const existingVersion = existingVersions.get(nameOf(each))
    if (!existingVersion) return [`The catalogue has no metric template ${nameOf(each)}.`]
    return existingVersion.digest === each.digest
      ? []
      : [`The metric template ${nameOf(each)} is another one in the catalogue.`]
  })
  const idMap = (idField: 'templateId' | 'versionId') =>
    new Map(
      requiredVersions.map((each) => [String(each[idField]), String(existingVersions.get(nameOf(each))?.[idField])]),
    )
  return { problems, templates: idMap('templateId'), versions: idMap('versionId') }
}

const nameOf = ({ template, probeversion, package: packageName }: NeededVersion): string =>
  probeversion === '' ? template : `${template} for ${probeversion} of the package ${packageName}`
