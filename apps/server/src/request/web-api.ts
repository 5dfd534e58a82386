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
 * What the console asks of the Web API, for one tenant; `gateways/web-api` is how it is done. Every function throws
 * `upstream_failed` when the service does not do it. A write with a tag is refused when what is there has another one.
 */
export interface WebApi {
  readonly metricProfiles: {
    list(): Promise<WebApiMetricProfile[]>
    named(name: string): Promise<WebApiMetricProfile[]>
    /** Undefined when there is none with this id. */
    find(id: string): Promise<(WebApiMetricProfile & { readonly etag: Tag }) | undefined>
    /** Answers with the id that the Web API gave it. */
    add(profile: WebApiMetricProfileInput): Promise<string>
    change(id: string, profile: WebApiMetricProfileInput, etag: Tag): Promise<void>
    /** Also succeeds when there is none any more. */
    remove(id: string, etag?: Tag): Promise<void>
  }
  readonly aggregationProfiles: {
    /** What has to be known of one to tell which metric profile it is computed from. */
    list(): Promise<Pick<WebApiAggregationProfile, 'name' | 'metric_profile'>[]>
    /** Answers with the id that the Web API gave it. */
    add(profile: WebApiAggregationProfileInput): Promise<string>
    change(id: string, profile: WebApiAggregationProfileInput): Promise<void>
  }
  readonly reports: {
    /** Which report uses which profiles. */
    list(): Promise<{ readonly name: string; readonly profiles: WebApiReport['profiles'] }[]>
    /** Answers with the id that the Web API gave it. */
    add(report: WebApiReportInput): Promise<string>
    change(id: string, report: WebApiReportInput): Promise<void>
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
