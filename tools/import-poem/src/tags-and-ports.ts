import { objectName } from '@quatrain/contract/kit/fields.ts'
import { defaultPortInput, defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { sql } from 'kysely'
import { textOf } from './decode.ts'
import { addNew, byKey, type Run, readRows, recordAdded, validField, type WantedObject } from './run.ts'

/** Metric tags, and the current tags of templates that have none yet. After the templates. */
export async function importTags(run: Run): Promise<void> {
  const { ctx, source, ledger } = run
  const wantedTags = readRows(ledger, source.rowsOf('tag'), (row) => {
    const name = validField(row, 'name', objectName())
    return { row, key: name, document: {}, extra: {} }
  })
  const added = await addNew(run, {
    wantedObjects: wantedTags,
    find: async () =>
      new Map((await ctx.db.selectFrom('metric_tags').select('name').execute()).map(({ name }) => [name, {}])),
    store: (added) =>
      sql`insert into metric_tags (name) select unnest(${added.map(({ key }) => key)}::text[])`.execute(ctx.db),
  })
  await sql`
    insert into metric_template_tags (tag_id, template_id)
    select tag.id, template.id from metric_templates as template
    join metric_template_versions as version on version.id = template.current_version_id
    join metric_tags as tag on tag.name = any(version.tags)
    where not exists (select from metric_template_tags as tagged where tagged.template_id = template.id)
  `.execute(ctx.db)
  const { rows } = await sql<{ id: number; name: string; metrics: string[] }>`
    select tag.id, tag.name, array(
      select template.name from metric_template_tags as tagged
      join metric_templates as template on template.id = tagged.template_id
      where tagged.tag_id = tag.id order by 1) as metrics
    from metric_tags as tag where tag.name = any(${added.map(({ key }) => key)}::text[])
  `.execute(ctx.db)
  await recordAdded(
    run,
    rows.map(({ id, name, metrics }) => ({ kind: metricTags.kind, id, name, after: { name, metrics } })),
  )
}

export async function importPorts(run: Run): Promise<void> {
  const { ctx, source, ledger } = run
  const wantedPorts = readRows(ledger, source.rowsOf('defaultPort'), (row) => {
    const document = defaultPortInput.parse({ name: textOf(row.fields.name), value: textOf(row.fields.value) })
    return { row, key: document.name, document, extra: {} }
  })
  const find = async () =>
    byKey(
      await ctx.db.selectFrom('default_ports').select(['name', 'value']).execute(),
      ({ name }) => name,
      ({ name, value }) => ({ name, value: String(value) }),
    )
  await addNew(run, { wantedObjects: wantedPorts, find, store: (added) => storePorts(run, added) })
}

async function storePorts(run: Run, added: readonly WantedObject[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; value: string }>`
    insert into default_ports (name, value)
    select name, value from json_to_recordset(${JSON.stringify(added.map(({ document }) => document))}::json)
      as given (name text, value integer)
    returning id, name, value::text
  `.execute(run.ctx.db)
  await recordAdded(
    run,
    rows.map(({ id, name, value }) => ({ kind: defaultPorts.kind, id, name, after: { name, value } })),
  )
}
