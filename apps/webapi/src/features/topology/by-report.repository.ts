import { valueIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { ReportScope } from './report-scope.ts'
import { endpoints, groups, type TopologyList } from './topology-lists.ts'
import { coversEndpoint, coversGroup, inList, isAmong, type ListNumbers } from './where.repository.ts'

/** The names of the groups, groups of endpoints and services in a scope, with their numbers, as JSON. */
export const findStats = (db: Db, scope: ReportScope, lists: ListNumbers): Promise<string> =>
  valueIn(db)<string>`
    with covered_groups as materialized (
      select item."group", item.subgroup from ${groups.rows} as item where ${coversGroup(scope, lists)}
    ), covered_endpoints as materialized (
      select item.service from ${endpoints.rows} as item where ${coversEndpoint(scope, lists)}
    ), named as (
      select array(select distinct "group" from covered_groups order by 1) as groups,
        array(select distinct subgroup from covered_groups order by 1) as subgroups,
        array(select distinct service from covered_endpoints order by 1) as services
    )
    select json_build_object(
      'group_count', cardinality(groups), 'group_list', groups,
      'endpoint_group_count', cardinality(subgroups), 'endpoint_group_list', subgroups,
      'service_count', cardinality(services), 'service_list', services
    )::text as json from named`

/** The tags of a list with their values, as a JSON array; a value that contains several is split. */
export const findTags = (db: Db, { rows: items, tags }: TopologyList, list: number): Promise<string> =>
  valueIn(db)<string>`
    select coalesce(json_agg(json_build_object('name', name, 'values', "values") order by name), '[]')::text as json
    from (
      select name, json_agg(distinct part order by part) as "values"
      from ${tags} as tag cross join unnest(string_to_array(tag.value, ', ')) as part
      where exists (
        select from unnest(tag.items) as tagged (id)
        where ${isAmong(sql`tagged.id`, sql`select item.id from ${items} as item where ${inList(sql`${list}`)}`)}
      )
      group by name
    ) as named`
