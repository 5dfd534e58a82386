import type {
  WebApiAggregationProfile,
  WebApiAggregationProfileInput,
} from '@quatrain/contract/web-api/aggregation-profiles.ts'
import type { WebApiMetricProfile, WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { WebApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import type {
  WebApiOperationsProfile,
  WebApiOperationsProfileInput,
} from '@quatrain/contract/web-api/operations-profiles.ts'
import type { WebApiReport, WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'
import type { WebApiServiceType, WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import type {
  WebApiThresholdsProfile,
  WebApiThresholdsProfileInput,
} from '@quatrain/contract/web-api/thresholds-profiles.ts'
import type { WebApiScope, WebApiScopeRequest } from '@quatrain/contract/web-api/topology.ts'
import type { z } from 'zod'

/** Identifies the state of an object; undefined if the Web API sends no entity tags. */
export type Tag = string | undefined

/** An object that is not in the format of its collection. Its id and its name are empty if it has none. */
interface UnreadableItem {
  readonly id: string
  readonly name: string
  readonly problem: string
}

/** All objects of a collection, by whether they are in its format. */
export interface RemoteReading<Item> {
  readonly items: readonly Item[]
  readonly unreadable: readonly UnreadableItem[]
}

/**
 * A collection of the Web API; names are unique in it. Every function throws `upstream_failed` if the service does not perform
 * the call. A write with an entity tag is refused if the current one differs.
 */
export interface RemoteCollection<Item, Input> {
  /** Undefined if no object has this id. */
  find(id: string): Promise<(Item & { readonly etag: Tag }) | undefined>
  /** Returns what the Web API has stored, if its response contains it. */
  change(id: string, document: Input, etag: Tag): Promise<Item | undefined>
  nameOf(item: Item): string
  list(): Promise<Item[]>
  /** Reads the same list, but an object in another format does not fail all of it. */
  readAll(): Promise<RemoteReading<Item>>
  /** Returns the objects with this name: none, one, or several if a service does not enforce uniqueness. */
  named(name: string): Promise<Item[]>
  /** Returns the id that the Web API assigned. */
  add(document: Input): Promise<string>
  /** Removes the object; succeeds too if it does not exist any more. */
  remove(id: string, etag?: Tag): Promise<void>
}

/** An object in the Web API and the profiles that it refers to. */
export interface ProfileUser {
  readonly name: string
  readonly profiles: readonly { readonly type: string; readonly id: string }[]
}

/** All service types of a tenant, which the Web API stores as one list for each day. */
export interface ServiceTypeList {
  readonly types: readonly WebApiServiceType[]
  readonly etag: Tag
}

export interface ServiceTypes {
  /** The list that is in force today; empty if there has never been one. No name occurs twice. */
  read(): Promise<ServiceTypeList>
  /** Writes today's list; refused if it exists. */
  add(types: readonly WebApiServiceTypeInput[]): Promise<void>
  /**
   * Writes today's list in place of the one that was read. Throws an error with the status 412 if that is not in force any
   * more.
   */
  replace(types: readonly WebApiServiceTypeInput[], currentList: ServiceTypeList): Promise<void>
}

/** The formats of the collections: a stored document, and one to send. */
export interface Formats {
  readonly metricProfiles: { readonly item: WebApiMetricProfile; readonly input: WebApiMetricProfileInput }
  readonly aggregationProfiles: {
    readonly item: WebApiAggregationProfile
    readonly input: WebApiAggregationProfileInput
  }
  readonly operationsProfiles: { readonly item: WebApiOperationsProfile; readonly input: WebApiOperationsProfileInput }
  readonly thresholdsProfiles: { readonly item: WebApiThresholdsProfile; readonly input: WebApiThresholdsProfileInput }
  readonly reports: { readonly item: WebApiReport; readonly input: WebApiReportInput }
}

export type Collections = {
  readonly [Name in keyof Formats]: RemoteCollection<Formats[Name]['item'], Formats[Name]['input']>
}

/**
 * The calls of the console to the Web API for one tenant; `clients/web-api` implements them. Every function throws
 * `upstream_failed` if the service does not perform the call.
 */
export interface WebApi extends Collections {
  /** All objects that refer to profiles; their other fields are not validated. */
  readonly profileUsers: {
    aggregationProfiles(): Promise<ProfileUser[]>
    reports(): Promise<ProfileUser[]>
  }
  /** `item` is the schema of a document. Undefined if the Web API has no such document. */
  relay<Item>(read: RelayedRead, item: z.ZodType<Item>): Promise<Item[] | undefined>
  /** Reads like `relay`; returns `known` if the documents are still those with this entity tag. */
  relayUnlessKnown<Item>(
    read: RelayedRead,
    item: z.ZodType<Item>,
    etag: Tag,
  ): Promise<RelayedList<Item> | 'known' | undefined>
  /** What a report covers that is not stored. A service that has no such address refuses it, like one without a topology. */
  previewScope(request: WebApiScopeRequest): Promise<WebApiScope>
  readonly serviceTypes: ServiceTypes
}

/** A request that is passed on: the segments of the address after `/api/v2/`, and the query. */
export interface RelayedRead {
  readonly address: readonly string[]
  /** A list of values is sent as a repeated parameter. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** A longer response is an error. */
  readonly maxBytes?: number
}

/** Documents as they were read, and what is needed to keep them. */
export interface RelayedList<Item> {
  readonly items: Item[]
  readonly etag: Tag
  /** The number of characters of the response. */
  readonly length: number
}

/** The calls of the console to the Web API for the whole installation, as its administrator. */
export interface WebApiAdministration {
  /**
   * Replaces the tags of all metric templates in the Web API. Idempotent. Throws `upstream_failed` with a message for
   * users if success was not confirmed, whatever the reason.
   */
  syncMetricTags(templates: readonly Readonly<WebApiMetricTags>[]): Promise<void>
}
