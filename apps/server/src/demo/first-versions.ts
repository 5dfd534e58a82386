import { sql } from 'kysely'
import { initialComment } from '#kit/recorder.ts'
import type { Db } from '#request/tenancy.ts'
import type { Document } from '#request/touched.ts'
import { insertHistory } from './history.ts'

interface FirstVersion {
  readonly kind: string
  readonly object_id: number
  readonly name: string
  readonly document: Document
}

const author = 'platform-root'

/** What the files know no history of has a first version since the catalogue began. The number of statements is fixed. */
export async function loadFirstVersions(db: Db, at: Date): Promise<void> {
  const first = await Promise.all([portVersions(db), tagVersions(db)])
  const kept = { number: 1, author, at, before: undefined, comment: initialComment }
  await insertHistory(
    db,
    first.flat().map((version) => ({ ...version, ...kept })),
  )
}

async function portVersions(db: Db): Promise<FirstVersion[]> {
  const ports = await db.selectFrom('default_ports').select(['id', 'name', 'value']).orderBy('name').execute()
  return ports.map(({ id, name, value }) => {
    return { kind: 'defaultport', object_id: id, name, document: { name, value: String(value) } }
  })
}

async function tagVersions(db: Db): Promise<FirstVersion[]> {
  const { rows } = await sql<{ id: number; name: string; metrics: string[] }>`
    select tag.id, tag.name,
      array(select template.name from metric_template_tags as tagged
            join metric_templates as template on template.id = tagged.template_id
            where tagged.tag_id = tag.id order by template.name) as metrics
    from metric_tags as tag order by tag.name
  `.execute(db)
  return rows.map(({ id, name, metrics }) => ({ kind: 'metrictag', object_id: id, name, document: { name, metrics } }))
}
