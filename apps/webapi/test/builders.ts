import type { WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'

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
