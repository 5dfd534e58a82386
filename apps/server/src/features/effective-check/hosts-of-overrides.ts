import type { MetricOverrideDocument } from '@quatrain/contract/resources/metric-override.ts'
import { hostOf } from '@quatrain/contract/resources/metric-override.ts'

/** Whether a row of an override is for this host: one for a host is for all its services, one for a service only for that. */
export const matchesHost = (pattern: string, host: string): boolean =>
  host !== '' && (pattern === host || pattern === hostOf(host))

/** The services of this host that overrides name. */
export function servicesOf(host: string, overrides: readonly MetricOverrideDocument[]): string[] {
  const patterns = overrides.flatMap(({ host_attributes, metric_parameters }) => [
    ...host_attributes,
    ...metric_parameters,
  ])
  const services = patterns.map(({ hostname }) => hostname).filter((name) => name !== host && hostOf(name) === host)
  return host === '' ? [] : [...new Set(services)].sort()
}
