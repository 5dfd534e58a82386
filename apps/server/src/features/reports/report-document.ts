import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { flattened, nested } from '@quatrain/contract/reports/topology-types.ts'
import type { Report, ReportContent } from '@quatrain/contract/resources/report.ts'
import type { WebApiReport, WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'

/** The types of profiles that a report has by name, in the order in which they are sent. */
export const profileTypes = ['metric', 'aggregation', 'operations', 'thresholds'] as const
export type ProfileType = (typeof profileTypes)[number]

/** The ids in the Web API; empty for a profile that the report does not have. */
export type ProfileIds = Readonly<Record<ProfileType, string>>

export type ProfileNames = Pick<ReportContent, `${ProfileType}_profile`>

export const fieldOf = <Type extends ProfileType>(type: Type) => `${type}_profile` as const

/** The fields of a report that the Web API stores too, except for its name and description. */
export type RemoteFields = Omit<Report, 'apiid' | 'name' | 'groupname' | 'description'>

/** A document of the Web API as fields of the console. Profiles of a type that occurs again are kept as others. */
export function fieldsOfRemote(item: Omit<WebApiReport, 'id' | 'tenant' | 'info'>): RemoteFields {
  const { disabled, thresholds, computations, topology_schema, filter_tags, profiles, weight } = item
  const first = new Map(profiles.toReversed().map((profile) => [profile.type, profile]))
  const nameOf = (type: string) => first.get(type)?.name ?? ''
  const isNamed = (profile: (typeof profiles)[number]) =>
    profileTypes.some((type) => type === profile.type) && first.get(profile.type) === profile
  return {
    disabled,
    metric_profile: nameOf('metric'),
    aggregation_profile: nameOf('aggregation'),
    operations_profile: nameOf('operations'),
    thresholds_profile: nameOf('thresholds'),
    other_profiles: profiles.filter((profile) => !isNamed(profile)),
    topology_types: flattened(topology_schema.group),
    filter_tags,
    ...thresholds,
    computes_ar: computations.ar,
    computes_status: computations.status,
    trends: computations.trends,
    weight: weight ?? '',
  }
}

/**
 * A document of the Web API as content of the console: the Web API stores everything but the group. `own.name` is the stored
 * name of the report; a new one has that of the document.
 */
export function contentOfRemote(
  item: WebApiReport,
  own: { readonly groupname: string; readonly name?: string | undefined },
) {
  const { name, description, updated } = item.info
  const idOf = (type: string) => item.profiles.find((profile) => profile.type === type)?.id.toLowerCase() ?? ''
  return {
    ...fieldsOfRemote(item),
    name,
    groupname: own.groupname,
    description,
    stored_name: own.name ?? name,
    profile_ids: {
      metric: idOf('metric'),
      aggregation: idOf('aggregation'),
      operations: idOf('operations'),
      thresholds: idOf('thresholds'),
    },
    changed_at: `${updated.replace(' ', 'T')}Z`,
  }
}

type SentReport = Omit<ReportContent, 'description' | 'groupname'> & {
  readonly description?: string | undefined
  readonly profile_ids: ProfileIds
}

/** A report as an input of the Web API. A weight is sent only if there is or was one, since services can have a default. */
export function remoteOf(content: SentReport, current?: WebApiReport): WebApiReportInput {
  const { availability, reliability, uptime, unknown, downtime } = content
  const group = nested(content.topology_types)
  const weight = content.weight !== '' || current?.weight ? { weight: content.weight } : {}
  return {
    ...weight,
    disabled: content.disabled,
    info: { name: content.name, description: content.description ?? '' },
    computations: { ar: content.computes_ar, status: content.computes_status, trends: content.trends },
    thresholds: { availability, reliability, uptime, unknown, downtime },
    topology_schema: { ...(group && { group }) },
    profiles: [
      ...profileTypes.flatMap((type) => {
        const name = content[fieldOf(type)]
        return name === '' ? [] : [{ id: content.profile_ids[type], name, type }]
      }),
      ...content.other_profiles,
    ],
    filter_tags: content.filter_tags,
  }
}

const thresholdNames = ['availability', 'reliability', 'uptime', 'unknown', 'downtime'] as const

/**
 * The fields that both stores have. The Web API sets the names of profiles and the times of changes; other services
 * store thresholds with less precision. The order of profiles of different types has no meaning.
 */
export function comparableRemote(document: WebApiReport | WebApiReportInput): object {
  const { disabled, info, computations, thresholds, topology_schema, profiles, filter_tags, weight = '' } = document
  return {
    disabled,
    computations,
    topology_schema,
    filter_tags,
    weight,
    info: { name: info.name, description: info.description },
    thresholds: thresholds && thresholdNames.map((name) => Math.fround(thresholds[name])),
    profiles: profiles
      .map(({ id, type }) => ({ id: id.toLowerCase(), type }))
      .toSorted((a, b) => byCodePoint(a.type, b.type)),
  }
}
