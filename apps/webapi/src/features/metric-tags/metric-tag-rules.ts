import type { WebApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import { problemsOfName } from '#kit/names.ts'

/** All violations of the list: missing names, and names that repeat an earlier one. */
export function problemsOfMetricTags(metrics: readonly WebApiMetricTags[]): string[] {
  const names = new Set<string>()
  return metrics.flatMap(({ name }, index) => {
    const place = `metrics[${index}].`
    if (names.has(name)) return [`${place}name repeats the metric ${name}`]
    const problems = problemsOfName(name)
    if (problems.length === 0) names.add(name)
    return problems.map((problem) => place + problem)
  })
}
