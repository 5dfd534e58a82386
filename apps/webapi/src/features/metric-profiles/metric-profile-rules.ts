import type { WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import { problemsOfName } from '#kit/names.ts'

/** Every rule that the profile breaks: what is missing, and which pairs of service and metric repeat an earlier one. */
export function problemsOfMetricProfile({ name, services }: WebApiMetricProfileInput): string[] {
  const seen = new Set<string>()
  return [
    ...problemsOfName(name),
    ...services.flatMap(({ service, metrics }, index) => [
      ...(isBlank(service) ? [`services[${index}].service is required`] : []),
      ...metrics.flatMap((metric, at) => {
        const place = `services[${index}].metrics[${at}]`
        if (isBlank(metric)) return [`${place} is required`]
        const pair = JSON.stringify([service, metric])
        if (seen.has(pair)) return [`${place} repeats the metric ${metric} of the service ${service}`]
        seen.add(pair)
        return []
      }),
    ]),
  ]
}

const isBlank = (text: string) => text.trim() === ''
