import type {
  WebApiAggregationProfile,
  WebApiAggregationProfileInput,
} from '@quatrain/contract/web-api/aggregation-profiles.ts'
import type { WebApiMetricProfile, WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { WebApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import type { WebApiReport, WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'
import type { WebApiServiceType, WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'

/** What tells this state of a thing from every other one; undefined where the Web API knows no such tags. */
export type Tag = string | undefined

/**
 * Documents that the Web API keeps, each by its id. Every function throws `upstream_failed` when the service does not do
 * it. A write with a tag is refused when what is there has another one.
 */
export interface RemoteDocuments<Item, Input> {
  /** Undefined when there is none with this id. */
  find(id: string): Promise<(Item & { readonly etag: Tag }) | undefined>
  change(id: string, document: Input, etag: Tag): Promise<void>
}

/** A collection of them, which can be added to; names are unique in it. */
export interface RemoteCollection<Item, Input> extends RemoteDocuments<Item, Input> {
  nameOf(item: Item): string
  list(): Promise<Item[]>
  /** None, one, or more than one where a service does not enforce that. */
  named(name: string): Promise<Item[]>
  /** Answers with the id that the Web API gave it. */
  add(document: Input): Promise<string>
  /** Also succeeds when there is none any more. */
  remove(id: string, etag?: Tag): Promise<void>
}

/** Something that the Web API keeps, by the profiles that it uses. */
export interface ProfileUser {
  readonly name: string
  readonly profiles: readonly { readonly type: string; readonly id: string }[]
}

/**
 * What the console asks of the Web API, for one tenant; `gateways/web-api` is how it is done. Every function throws
 * `upstream_failed` when the service does not do it.
 */
export interface WebApi {
  readonly metricProfiles: RemoteCollection<WebApiMetricProfile, WebApiMetricProfileInput>
  readonly aggregationProfiles: RemoteCollection<WebApiAggregationProfile, WebApiAggregationProfileInput>
  readonly reports: RemoteCollection<WebApiReport, WebApiReportInput>
  /** All that use profiles, read no further than that: what they are beside it may be anything. */
  readonly profileUsers: {
    aggregationProfiles(): Promise<ProfileUser[]>
    reports(): Promise<ProfileUser[]>
  }
  /** Undefined when the Web API has nothing there. */
  relay(read: RelayedRead): Promise<readonly Readonly<Record<string, unknown>>[] | undefined>
  readonly serviceTypes: {
    /** Those in force today; none when there has never been a list. */
    list(): Promise<WebApiServiceType[]>
    /** Writes today's list; refused when there is one. */
    add(types: readonly WebApiServiceTypeInput[]): Promise<void>
  }
}

/** What is passed on as it is: the Web API's address after `/api/v2/`, in parts, and what is asked there. */
export interface RelayedRead {
  readonly address: readonly string[]
  readonly query: Readonly<Record<string, string | undefined>>
}

/** What the console asks of the Web API for the whole installation, as its administrator. */
export interface WebApiAdministration {
  /**
   * Gives the Web API the tags of all metric templates, in place of those it has. Safe to repeat. Throws
   * `upstream_failed` with a sentence for people when it is not known to have been done, whatever the reason.
   */
  syncMetricTags(templates: readonly Readonly<WebApiMetricTags>[]): Promise<void>
}
