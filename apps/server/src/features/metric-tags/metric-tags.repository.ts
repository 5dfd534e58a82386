import type { MetricTag } from '@quatrain/contract/resources/metric-tag.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { rowIn } from '@quatrain/platform/database/rows.ts'
import { AppError, alreadyExists } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A tag with its row version. */
export type StoredTag = MetricTag & { readonly rowVersion: number }

const tagNotFound = () => new AppError('not_found', 'Requested tag not found.')
const nameTaken = () => alreadyExists('Metric tag with this name', 'name')

/** All tags by name, with the templates that have them in their current versions. */
export async function findAll(db: Db): Promise<StoredTag[]> {
  // Joined once for all tags, and as names: the database takes longer to write each as an object than to find it.
  const { rows } = await sql<Omit<StoredTag, 'metrics'> & { names: string[] }>`
    select tag.id, tag.name, tag.row_version as "rowVersion", coalesce(carrier.names, '{}') as names
    from metric_tags as tag
    left join (
      select tagged.tag_id, array_agg(template.name order by template.name) as names
      from metric_template_tags as tagged join metric_templates as template on template.id = tagged.template_id
      group by tagged.tag_id
    ) as carrier on carrier.tag_id = tag.id
    order by tag.name
  `.execute(db)
  return rows.map(({ names, ...tag }) => ({ ...tag, metrics: names.map((name) => ({ name })) }))
}

/** Throws `not_found`. */
export const find = (db: Db, name: string) =>
  rowIn(db, tagNotFound)<StoredTag>`select ${fields} from metric_tags as tag where tag.name = ${name}`

type Which = { readonly id: number } | { readonly name: string }

/** A locked tag, with ids of templates. */
export type TagForUpdate = StoredTag & {
  /** The templates that have the tag. */
  readonly carriers: readonly number[]
  /** The templates that will have it. */
  readonly members: Members
}

/**
 * Locks the tag until the transaction ends, and finds the templates of these names, which will have it. Throws `not_found`.
 */
export async function findForUpdate(db: Db, criteria: Which, names: readonly string[] = []): Promise<TagForUpdate> {
  const where = 'id' in criteria ? sql`tag.id = ${criteria.id}` : sql`tag.name = ${criteria.name}`
  return rowIn(db, () => new AppError('not_found', 'The requested metric tag does not exist.'))<TagForUpdate>`
    select ${fields}, ${membersOf(names)} as members,
      array(select template_id from metric_template_tags where tag_id = tag.id) as carriers
    from metric_tags as tag where ${where} for update of tag`
}

const fields = sql`
  tag.id, tag.name, tag.row_version as "rowVersion",
  (select coalesce(json_agg(json_build_object('name', template.name) order by template.name), '[]')
   from metric_template_tags as tagged join metric_templates as template on template.id = tagged.template_id
   where tagged.tag_id = tag.id) as metrics`

/** The templates that will have a tag, found by name, and the names that do not exist. */
export interface Members {
  readonly ids: readonly number[]
  readonly unknown: readonly string[]
}

/** Adds a tag without templates; returns those that will have it. Throws `already_exists`. */
export const insert = (db: Db, name: string, names: readonly string[]) =>
  rowIn(db, tagNotFound)<{ id: number; members: Members }>`
    with added as (insert into metric_tags (name) values (${name}) returning id)
    select id, ${membersOf(names)} as members from added`.catch(explain)

const membersOf = (names: readonly string[]) => sql`(
  select json_build_object(
    'ids', coalesce(json_agg(template.id) filter (where template.id is not null), '[]'),
    'unknown', coalesce(json_agg(requested.name order by requested.name collate "C") filter (where template.id is null), '[]'))
  from unnest(${[...names]}::text[]) as requested (name)
  left join metric_templates as template on template.name = requested.name)`

interface Tagging {
  readonly id: number
  /** The old and the new name. */
  readonly from: string
  readonly to: string
  /** The templates that will have it. */
  readonly members: readonly number[]
  /** The templates whose current versions get or lose the tag, or its name changes. */
  readonly affected: readonly number[]
}

/** Stores the name and the templates of a tag. One statement. Throws `already_exists` for a name that is taken. */
export async function save(db: Db, { id, from, to, members, affected }: Tagging): Promise<void> {
  await sql`
    with member as (
      select member.id from unnest(${[...members]}::integer[]) as member (id)
    ), renamed as (
      update metric_tags set name = ${to}, row_version = row_version + 1 where id = ${id}
    ), removed as (
      delete from metric_template_tags where tag_id = ${id} and template_id not in (select id from member)
    ), added as (
      insert into metric_template_tags (tag_id, template_id) select ${id}::integer, id from member
      on conflict do nothing
    )
    update metric_template_versions as version
    set tags = array(
      select tag from (
        select tag from unnest(array_remove(version.tags, ${from})) as tag
        union select ${to}::text where template.id in (select id from member)
      ) as tags order by tag collate "C")
    from metric_templates as template
    where template.id = any(${[...affected]}::integer[]) and version.id = template.current_version_id
  `
    .execute(db)
    .catch(explain)
}

export const remove = (db: Db, { id }: { readonly id: number }) =>
  db.deleteFrom('metric_tags').where('id', '=', id).execute()

const explain = explaining({ metric_tags_name_key: nameTaken })

/** A condition on `metrics as metric`: its template has this tag. */
export const isTagged = (id: number): RawBuilder<unknown> =>
  sql`metric.template_id in (select template_id from metric_template_tags where tag_id = ${id})`

/** The current tags of every template, by the name of the template. */
export const templatesWithTags = (db: Db) =>
  db
    .selectFrom('metric_templates as template')
    .innerJoin('metric_template_versions as version', 'version.id', 'template.current_version_id')
    .select(['template.name', 'version.tags'])
    .orderBy('template.name')
    .execute()
