import type { Db } from '@quatrain/server/src/request/tenancy.ts'
import { sql } from 'kysely'

/** Templates that share probes, packages and a tag only with each other. */
export const blockSize = 500

/** Probes of one block of templates, and names of the packages with them. */
const probesOfBlock = 75
const packagesOfBlock = 20

/** Names of repositories, each of which exists for every OS tag. */
const repoNames = 80

/** `probes-001` and so on; those of a block are consecutive. */
export const packageName = (block: number, number: number) =>
  `probes-${String((block - 1) * packagesOfBlock + number).padStart(3, '0')}`

/** The probe of a template: numbers of templates and of probes start at 1. */
export const probeOf = (template: ReturnType<typeof sql>) =>
  sql`(1 + (${template} - 1) / ${blockSize}::integer * ${probesOfBlock}::integer
    + (${template} - 1) % ${blockSize}::integer % ${probesOfBlock}::integer)`

const packageOf = (probe: ReturnType<typeof sql>, isOne: boolean) =>
  isOne
    ? sql`1`
    : sql`(1 + (${probe} - 1) / ${probesOfBlock}::integer * ${packagesOfBlock}::integer
    + (${probe} - 1) % ${probesOfBlock}::integer % ${packagesOfBlock}::integer)`

/**
 * Adds repositories, packages in several versions and their probes, each at the newest version; all in one package if
 * that is requested. `db` spans tenants.
 */
export async function fillPackages(db: Db, blocks: number, versions: number, isOne = false): Promise<void> {
  await sql`
    insert into yum_repos (name, tag_id, content, description)
    select 'repo-' || number, tag.id,
      concat_ws(E'\n', '[repo-' || number || ']', 'name=Repository ' || number || ' for ' || tag.name,
        'baseurl=https://repository.example/' || os_tag_address(tag.name) || '/' || number, 'gpgcheck=1', 'enabled=1',
        'gpgkey=https://repository.example/keys/' || number, 'protect=1', 'priority=99'),
      'Packages of team ' || number || ' for ' || tag.name || '.'
    from os_tags as tag, generate_series(1, ${repoNames}::integer) as number
  `.execute(db)
  await sql`
    insert into packages (name, version)
    select 'probes-' || lpad(number::text, 3, '0'), '1.' || version || '.0'
    from generate_series(1, ${blocks * packagesOfBlock}::integer) as number,
      generate_series(1, ${versions}::integer) as version
    order by version, number
  `.execute(db)
  await sql`
    insert into package_repos (package_id, repo_id)
    select package.id, repo.id
    from packages as package join yum_repos as repo on repo.name = 'repo-' || (1 + package.id % ${repoNames}::integer)
  `.execute(db)
  await sql`
    insert into probes (name)
    select 'probe-' || lpad(number::text, 4, '0') from generate_series(1, ${blocks * probesOfBlock}::integer) as number
    order by number
  `.execute(db)
  await sql`
    insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author, created_at,
      version_comment)
    select probe.id, package.id, probe.name, 'What ' || probe.name || ' is for, in a sentence or two.',
      'Release ' || package.version || '.', 'https://repository.example/' || probe.name,
      'https://docs.example/' || probe.name, 'admin', now(), 'Initial version.'
    from probes as probe
    join packages as package on package.name = 'probes-' || lpad(${packageOf(sql`probe.id`, isOne)}::text, 3, '0')
    order by package.id, probe.id
  `.execute(db)
  await sql`update probes set current_version_id = (select max(id) from probe_versions where probe_id = probes.id)`.execute(
    db,
  )
}
