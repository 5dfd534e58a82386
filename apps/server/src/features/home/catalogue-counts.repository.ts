import type { catalogueHome } from '@quatrain/contract/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'

type Counts = Pick<AnswerOf<typeof catalogueHome>, 'counts' | 'deprecated' | 'eol'>

/** The numbers of all objects in one statement; separate queries of the features would be seven. */
export async function catalogueCounts({ db }: Context): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select json_build_object(
        'tenants', ${countOf('tenants')}, 'yumrepos', ${countOf('yum_repos')}, 'packages', ${countOf('packages')},
        'probes', ${countOf('probes')}, 'metrictags', ${countOf('metric_tags')},
        'metrictemplates', ${countOf('metric_templates')}, 'default_ports', ${countOf('default_ports')}) as counts,
      ${tagged('deprecated')} as deprecated, ${tagged('eol')} as eol
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row.')
  return counts
}

const countOf = (table: string) => sql`(select count(*)::integer from ${sql.table(table)})`

const tagged = (tag: string) => sql`(
  select count(*)::integer from metric_template_tags as tagged join metric_tags as tag on tag.id = tagged.tag_id
  where tag.name = ${tag})`
