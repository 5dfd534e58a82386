import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { type WebApiMetricProfileInput, webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { z } from 'zod'
import { type DatedKind, messagesAbout } from '#kit/dated-kind.ts'
import { list, members, text } from '#kit/json-body.ts'
import { problemsOfName } from '#kit/names.ts'

const body: z.ZodType<WebApiMetricProfileInput> = members({
  name: text(),
  description: text(),
  services: list(members({ service: text(), metrics: list(text()) })),
})

/** A metric profile says which metrics are checked for which service types. */
export const metricProfiles: DatedKind<WebApiMetricProfileInput> = {
  path: 'metric_profiles',
  label: { one: 'a metric profile', many: 'metric profiles' },
  bodyLimit: 4 * megabyte,
  body,
  item: webApiMetricProfile,
  problemsOf: problemsOfMetricProfile,
  says: messagesAbout('Metric Profile'),
}

/** All violations of the profile: missing texts, and pairs of service and metric that repeat an earlier one. */
export function problemsOfMetricProfile({ name, services }: WebApiMetricProfileInput): string[] {
  // Grouped by service: pairs as joined texts would copy a long service name for each of its metrics.
  const metricsByService = new Map<string, Set<string>>()
  return [
    ...problemsOfName(name),
    ...services.flatMap(({ service, metrics }, index) => {
      const earlierMetrics = metricsByService.get(service) ?? new Set()
      metricsByService.set(service, earlierMetrics)
      return [
        ...(isBlank(service) ? [`services[${index}].service is required`] : []),
        ...metrics.flatMap((metric, metricIndex) => {
          const place = `services[${index}].metrics[${metricIndex}]`
          if (isBlank(metric)) return [`${place} is required`]
          if (earlierMetrics.has(metric)) return [`${place} repeats the metric ${metric} of the service ${service}`]
          earlierMetrics.add(metric)
          return []
        }),
      ]
    }),
  ]
}

const isBlank = (text: string) => text.trim() === ''
