import type { WebApiMetricProfile, WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'

/**
 * What the console asks of the Web API, for one tenant; `gateways/web-api` is how it is done. Every function throws
 * `upstream_failed` when the service does not do it.
 */
export interface WebApi {
  readonly metricProfiles: {
    list(): Promise<WebApiMetricProfile[]>
    /** Undefined when there is none with this id. */
    find(id: string): Promise<WebApiMetricProfile | undefined>
    /** Answers with the id that the Web API gave it. */
    add(profile: WebApiMetricProfileInput): Promise<string>
    change(id: string, profile: WebApiMetricProfileInput): Promise<void>
    /** Also succeeds when there is none any more. */
    remove(id: string): Promise<void>
  }
}
