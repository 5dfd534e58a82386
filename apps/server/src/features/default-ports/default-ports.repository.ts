import type { DefaultPort, DefaultPortInput } from '@quatrain/contract/resources/default-port.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A port with fields for the server only. */
export type StoredPort = DefaultPort & { readonly rowVersion: number }

/** All ports by name, with the metric templates that have an attribute with that name. */
export const findAll = (db: Db) =>
  rowsIn(db)<StoredPort>`
    select port.id, port.name, port.value::text, port.row_version as "rowVersion",
      coalesce(named.templates, '{}') as metrictemplates
    from default_ports as port
    left join (
      select attribute.key, array_agg(template.name order by template.name) as templates
      from metric_template_attributes as attribute join metric_templates as template on template.id = attribute.template_id
      where attribute.key in (select name from default_ports)
      group by attribute.key
    ) as named on named.key = port.name
    order by port.name`

/** Locks the list for other writers, even if it is empty; readers do not wait. */
export const lock = (db: Db) => sql`lock table default_ports in share row exclusive mode`.execute(db)

/** Replaces the stored list; unchanged ports are not written. */
export async function replace(db: Db, ports: readonly DefaultPortInput[]): Promise<void> {
  await sql`
    with submitted as (
      select name, value from json_to_recordset(${JSON.stringify(ports)}::json) as port (name text, value integer)
    ), removed as (
      delete from default_ports where name not in (select name from submitted)
    ), changed as (
      update default_ports as port set value = submitted.value, row_version = port.row_version + 1
      from submitted where submitted.name = port.name and submitted.value <> port.value
    )
    insert into default_ports (name, value)
    select submitted.name, submitted.value from submitted
    where not exists (select from default_ports as port where port.name = submitted.name)
    order by submitted.name
  `.execute(db)
}
