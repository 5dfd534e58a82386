import type { Db } from '@quatrain/server/src/request/tenancy.ts'
import { sql } from 'kysely'

const pairs = (entries: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(entries).map(([key, value]) => ({ key, value })))

/** What every metric of a kind has in common, and what is its own: the lists of half of all metrics are like no other. */
const config = pairs({
  maxCheckAttempts: '3',
  timeout: '{own}',
  path: '/usr/libexec/monitoring/probes',
  interval: '5',
  retryInterval: '3',
})
const attribute = pairs({ METRIC_CONFIG: '--config', METRIC_CREDENTIALS: '{own}' })
const dependency = pairs({ 'bench.certificate-validity': '0' })
const flags = pairs({ OBSESS: '1', NOHOSTNAME: '1' })
const parameter = pairs({ '--timeout': '60', '-x': '{own}', '--verbose': '' })

/** Probes that the templates are spread over, each with its package. */
const probes = 40

/** Of every second template something of its own, of the others the same. */
const varied = (list: string) =>
  sql`replace(${list}::text, '{own}', case when template.id % 2 = 0 then 'of-' || template.name else 'shared' end)::json`

/** `bench.metric-00001` and so on: the order of names is that of their numbers. */
export const metricName = (number: number) => `bench.metric-${String(number).padStart(5, '0')}`

/** A shared catalogue of `templates` metric templates with one version each. `db` spans tenants. */
export async function fillCatalogue(db: Db, templates: number): Promise<void> {
  await sql`
    insert into packages (name, version) select 'probes-' || number, '1.0.0' from generate_series(1, ${probes}::integer) as number
  `.execute(db)
  await sql`insert into probes (name) select name from packages order by id`.execute(db)
  await sql`
    insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author, created_at,
      version_comment)
    select probe.id, package.id, probe.name, 'What the probe is for.', 'First release.', 'https://repository.example',
      'https://docs.example/' || probe.name, 'admin', now(), 'Initial version.'
    from probes as probe join packages as package on package.name = probe.name
  `.execute(db)
  await sql`update probes set current_version_id = (select max(id) from probe_versions where probe_id = probes.id)`.execute(
    db,
  )
  await sql`
    insert into metric_templates (name)
    select 'bench.metric-' || lpad(number::text, 5, '0') from generate_series(1, ${templates}::integer) as number
  `.execute(db)
  await sql`
    insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent,
      probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, probe.id, template.name, 'Active', array['bench', 'group-' || template.id % 7],
      'What ' || template.name || ' looks at.', '', 'check_' || probe.name, ${varied(config)}, ${varied(attribute)},
      ${dependency}::json, ${flags}::json, ${varied(parameter)}, 'admin', now(), 'Initial version.'
    from metric_templates as template
    join (select *, row_number() over (order by id) as number from probe_versions) as probe
      on probe.number = 1 + template.id % ${probes}::integer
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
    select tag.id, version.template_id from metric_template_versions as version join metric_tags as tag on tag.name = any(version.tags)
  `.execute(db)
}
