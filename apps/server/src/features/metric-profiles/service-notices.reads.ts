// What a change of the service types of a metric profile means for the objects that use the profile.
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { sql } from 'kysely'
import { listing } from '#kit/recording/describe-change.ts'
import type { Context } from '#request/context/context.ts'

interface Difference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

interface Users {
  /** Those of this metric profile. */
  readonly reports: readonly string[]
  /** The aggregation profiles that leave out added service types, or use removed ones. */
  readonly aggregations: readonly {
    readonly name: string
    readonly unused: readonly string[]
    readonly unknown: readonly string[]
  }[]
}

/** The aggregation profiles that do not fit the profile any more, and the reports that are computed with it. One statement. */
export async function serviceNotices(
  { db }: Context,
  profile: string,
  { added, removed }: Difference,
): Promise<Notices> {
  if (added.length + removed.length === 0) return {}
  const { rows } = await sql<Users>`
    with using_it as (
      select name,
        array(select service from unnest(${[...added]}::text[]) as service
          where service <> all(service_names) order by service) as unused,
        array(select service from unnest(${[...removed]}::text[]) as service
          where service = any(service_names) order by service) as unknown
      from aggregation_profiles where metric_profile = ${profile} and service_names <> '{}'
    )
    select array(select name from reports where content->>'metric_profile' = ${profile} order by name) as reports,
      (select coalesce(json_agg(using_it order by name), '[]') from using_it
        where unused <> '{}' or unknown <> '{}') as aggregations
  `.execute(db)
  const { reports = [], aggregations = [] } = rows[0] ?? {}
  const sentences = [
    ...aggregations.slice(0, maxNamed).map(({ name, unused, unknown }) => {
      const reasons = [...reason('does not use', unused), ...reason('still uses', unknown)]
      return `Aggregation profile ${name} is out of sync with it: it ${reasons.join(' and ')}.`
    }),
    ...(aggregations.length > maxNamed ? [`So are ${aggregations.length - maxNamed} more.`] : []),
    ...(reports.length > 0
      ? [`The scope of ${reports.length === 1 ? 'report' : 'reports'} ${listingOf(reports)} changes.`]
      : []),
  ]
  return sentences.length === 0 ? {} : { info: sentences.join(' ') }
}

const maxNamed = 5

const reason = (verb: string, services: readonly string[]) =>
  services.length === 0 ? [] : [`${verb} ${listingOf(services)}`]

const listingOf = (names: readonly string[]) =>
  listing(names.length > maxNamed ? [...names.slice(0, maxNamed), `${names.length - maxNamed} more`] : names)
