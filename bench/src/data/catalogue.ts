import type { Db } from '@quatrain/server/src/request/tenancy.ts'
import { type RawBuilder, sql } from 'kysely'
import { blockSize, fillPackages, probeOf } from './packages.ts'

/** The size of the catalogue. */
export interface Catalogue {
  readonly templates: number
  /** Of each template, and of each probe with its package. */
  readonly versions: number
  /** All probes come with one package, or with many. */
  readonly isOnePackage?: boolean
}

const pairs = (entries: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(entries).map(([key, value]) => ({ key, value })))

/**
 * The part of a metric's configuration that all metrics share, and the part of its own: half of all metrics have lists
 * like no other.
 */
const config = pairs({
  maxCheckAttempts: '3',
  timeout: '{seconds}',
  path: '/usr/libexec/monitoring/probes',
  interval: '5',
  retryInterval: '3',
})
const attribute = pairs({ METRIC_CONFIG: '--config', METRIC_CREDENTIALS: '{own}', 'PORT_{port}': '--port' })
const dependency = pairs({ 'bench.certificate-validity': '0' })
const flags = pairs({ OBSESS: '1', NOHOSTNAME: '1' })
const parameter = pairs({ '--timeout': '60', '-x': '{own}', '--verbose': '' })

const ports = 200

/** Every second template has a value of its own, the others share one. */
const own = (some: RawBuilder<unknown>, others: string) =>
  sql`case when template.id % 2 = 0 then ${some} else ${others} end`

const varied = (list: string) => sql`
  replace(replace(replace(${list}::text, '{port}', (1 + template.id % ${ports}::integer)::text),
    '{seconds}', ${own(sql`template.id::text`, '60')}), '{own}', ${own(sql`'of-' || template.name`, 'shared')})::json`

/** `bench.metric-00001` and so on: names sort like their numbers. */
export const metricName = (number: number) => `bench.metric-${String(number).padStart(5, '0')}`

/** The tag that all templates have. */
export const commonTag = 'bench'

/** The tag that exactly the templates of a block have. */
export const blockTag = (block: number) => `block-${block}`

/** Fills an empty catalogue. `db` spans tenants. */
export async function fillCatalogue(db: Db, { templates, versions, isOnePackage }: Catalogue): Promise<void> {
  await fillPackages(db, Math.ceil(templates / blockSize), versions, isOnePackage)
  await sql`
    insert into metric_templates (name)
    select 'bench.metric-' || lpad(number::text, 5, '0') from generate_series(1, ${templates}::integer) as number
    order by number
  `.execute(db)
  await sql`
    insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent,
      probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, probe.id, template.name, 'Active',
      array[${commonTag}, 'block-' || (1 + (template.id - 1) / ${blockSize}::integer), 'group-' || template.id % 7,
        'theme-' || template.id % 50],
      'What ' || template.name || ' looks at.', '', 'check_' || probe.name, ${varied(config)}, ${varied(attribute)},
      ${dependency}::json, ${flags}::json, ${varied(parameter)}, 'admin', now(), 'Initial version.'
    from metric_templates as template
    join probe_versions as probe on probe.probe_id = ${probeOf(sql`template.id`)}
    order by probe.id, template.id
  `.execute(db)
  await sql`
    update metric_templates
    set current_version_id = (select max(id) from metric_template_versions where template_id = metric_templates.id)
  `.execute(db)
  await sql`
    insert into metric_tags (name) select distinct unnest(tags) from metric_template_versions order by 1
  `.execute(db)
  await sql`
    insert into metric_template_tags (tag_id, template_id)
    select tag.id, template.id
    from metric_templates as template
    join metric_template_versions as version on version.id = template.current_version_id
    join metric_tags as tag on tag.name = any(version.tags)
  `.execute(db)
  await sql`
    insert into default_ports (name, value)
    select 'PORT_' || number, 10000 + number from generate_series(1, ${ports}::integer) as number
  `.execute(db)
}
