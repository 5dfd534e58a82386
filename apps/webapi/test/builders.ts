import type { WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'

let made = 0

/** A metric profile under a name of its own. */
export function aMetricProfile(given: Partial<WebApiMetricProfileInput> = {}): WebApiMetricProfileInput {
  made += 1
  return {
    name: `profile ${made}`,
    description: `The ${made}.`,
    services: [{ service: 'web', metrics: ['http'] }],
    ...given,
  }
}

/** A service type under a name of its own, as the console writes it. */
export function aServiceType(given: Partial<WebApiServiceTypeInput> = {}): WebApiServiceTypeInput {
  made += 1
  return { name: `service ${made}`, title: `Title ${made}`, description: `The ${made}.`, tags: ['poem'], ...given }
}
