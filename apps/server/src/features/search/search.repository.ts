import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type SearchedKind, searchedKind } from './rank.ts'

interface StoredKind {
  readonly from: RawBuilder<unknown>
  /** It is called as its page is. */
  readonly name: RawBuilder<unknown>
  /** What is searched besides the name. */
  readonly about: RawBuilder<unknown>
  /** What identifies it in addresses, if that is not the name. */
  readonly key?: RawBuilder<unknown>
}

const rowsOf = (table: string, about: RawBuilder<unknown> = sql`''`): StoredKind => ({
  from: sql.table(table),
  name: sql`name`,
  about,
})

const description = sql`description`

const storedKinds: Readonly<Record<string, StoredKind>> = {
  aggregationprofile: rowsOf('aggregation_profiles', description),
  defaultport: rowsOf('default_ports', sql`value::text`),
  metric: rowsOf('metrics_with_content', description),
  metricoverride: rowsOf('metric_overrides'),
  metricprofile: rowsOf('metric_profiles', description),
  metrictag: rowsOf('metric_tags'),
  metrictemplate: {
    from: sql`metric_templates as template
      join metric_template_versions as version on version.id = template.current_version_id`,
    name: sql`version.name`,
    about: sql`version.description`,
  },
  package: { ...rowsOf('packages'), name: sql`name || '-' || version` },
  probe: {
    from: sql`probes as probe join probe_versions as version on version.id = probe.current_version_id
      join packages as package on package.id = version.package_id`,
    name: sql`version.name`,
    about: sql`package.name || '-' || package.version || ' · ' || version.description`,
  },
  probecandidate: { ...rowsOf('probe_candidates', sql`status || ' · ' || description`), key: sql`id::text` },
  report: rowsOf('reports', description),
  tenant: rowsOf('tenants', sql`domain_url`),
  thresholdsprofile: rowsOf('thresholds_profiles', description),
  user: { from: sql`users`, name: sql`username`, about: sql`concat_ws(' ', first_name, last_name, email)` },
  webhook: rowsOf('webhooks', sql`address`),
  yumrepo: {
    from: sql`yum_repos as repo join os_tags as tag on tag.id = repo.tag_id`,
    name: sql`repo.name || '-' || lower(regexp_replace(tag.name, '[\\s-]+', '', 'g'))`,
    about: sql`tag.name || ' · ' || repo.description`,
  },
  ...Object.fromEntries(
    groupKinds.map((kind) => [
      `groupof${kind}`,
      { ...rowsOf('groups'), from: sql`groups where kind = ${sql.lit(kind)}` },
    ]),
  ),
}

/** Whether the objects of the kind are rows that the handle of their tenant sees. Others are read by their lists. */
export const isStored = (kind: string): boolean => Object.hasOwn(storedKinds, kind)

const onOneLine = (text: RawBuilder<unknown>) => sql`replace(replace(${text}, E'\\n', ' '), E'\\t', ' ')`

/** All objects of the stored kinds that the handle sees, by kind and name. One statement. */
export async function findSearched(db: Db): Promise<SearchedKind[]> {
  const linesOfKinds = Object.entries(storedKinds).map(
    ([kind, { from, name, about, key = sql`''` }]) => sql`
      select ${kind}::text as kind, string_agg(line, E'\\n') as lines
      from (
        select ${onOneLine(name)} || E'\\t' || ${key} || E'\\t' || ${onOneLine(about)} as line
        from ${from} order by ${name}
      ) as sorted`,
  )
  const rows = await rowsIn(db)<{ kind: string; lines: string | null }>`${sql.join(linesOfKinds, sql` union all `)}`
  return rows.flatMap(({ kind, lines }) => (lines === null ? [] : searchedKind(kind, lines)))
}
