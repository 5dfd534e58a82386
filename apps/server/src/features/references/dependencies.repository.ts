import { templateField } from '@quatrain/contract/console/dependencies.ts'
import { configurationReferences } from '@quatrain/contract/resources/references.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { objectsOfKinds } from '#kit/references/objects-of-kinds.ts'
import { storedNames } from '#kit/references/stored-names.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { ReferredObject, ReferringField } from './dependency-graph.ts'

const ofDocuments =
  storedNames(configurationReferences, { isShort: true, more: ({ to }) => sql`, ${to}::text` }) ?? sql``

/** Metrics with the current names of their templates. */
const ofMetrics = sql`
  select 'metric', object.name, ${templateField}::text, content.name, 'metrictemplate'
  from metrics_with_content as object join metric_templates as template on template.id = object.template_id
  join versions_with_content as content on content.id = template.current_version_id`

/** The references of all objects that the handle sees. One statement. */
export const findReferringFields = (db: Db): Promise<ReferringField[]> =>
  rowsIn(db)<ReferringField>`
    select kind, name, field, target, json_agg(distinct refers_to order by refers_to) as names
    from (${ofDocuments} union all ${ofMetrics}) as reference (kind, name, field, refers_to, target)
    where refers_to <> '' group by kind, name, field, target order by kind, name, field
  `

const configured = new Set(configurationReferences.flatMap(({ from, to }) => [from, to]))

/** The objects of the kinds that these references are about. One statement. */
export function findReferredObjects(db: Db): Promise<ReferredObject[]> {
  const queries = Object.entries(objectsOfKinds).flatMap(([kind, { from, name, key = name, fields }]) => {
    const group = fields.groupname ?? fields.group ?? sql`null::jsonb`
    return configured.has(kind)
      ? sql`select ${kind}::text as kind, ${name} as name, ${key} as key, coalesce(${group} #>> '{}', '') as "group"
          from ${from}`
      : []
  })
  return rowsIn(db)<ReferredObject>`${sql.join(queries, sql` union all `)} order by kind, name`
}
