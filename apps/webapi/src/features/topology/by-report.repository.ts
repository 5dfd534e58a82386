import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { ReportScope } from './report-scope.ts'
import { endpoints, groups } from './topology-lists.ts'
import { type ListNumbers, rowsInScope } from './where.repository.ts'

/** The names of the groups, groups of endpoints and services in a scope, with their numbers, as JSON. */
export async function findStats(db: Db, scope: ReportScope, lists: ListNumbers): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    with covered_groups as materialized (
      select item."group", item.subgroup from ${rowsInScope(groups, scope, lists)} as item
    ), covered_endpoints as materialized (
      select item.service from ${rowsInScope(endpoints, scope, lists)} as item
    ), named as (
      select array(select distinct "group" from covered_groups order by 1) as groups,
        array(select distinct subgroup from covered_groups order by 1) as subgroups,
        array(select distinct service from covered_endpoints order by 1) as services
    )
    select json_build_object(
      'group_count', cardinality(groups), 'group_list', groups,
      'endpoint_group_count', cardinality(subgroups), 'endpoint_group_list', subgroups,
      'service_count', cardinality(services), 'service_list', services
    )::text as json from named`.execute(db)
  return rows[0]?.json ?? ''
}
