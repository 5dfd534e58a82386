import { Readable } from 'node:stream'
import { mergedByName } from '@quatrain/contract/web-api/merged-service-types.ts'
import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { leastThreadTimeOf, threadTimeOf } from '@quatrain/platform/testing/thread-time.ts'
import { worstBodies } from '@quatrain/platform/testing/worst-bodies.ts'
import { expect, test } from 'vitest'
import { aggregationProfiles } from '#features/aggregation-profiles/aggregation-profile.ts'
import { downtimesBody } from '#features/downtimes/downtimes.routes.ts'
import { problemsOfDowntimes } from '#features/downtimes/downtimes.service.ts'
import { metricProfiles } from '#features/metric-profiles/metric-profile.ts'
import { metricTagsBody, problemsOfMetricTags } from '#features/metric-tags/metric-tags.routes.ts'
import { operationsProfiles } from '#features/operations-profiles/operations-profile.ts'
import { problemsOfReport } from '#features/reports/report-rules.ts'
import { reportBody } from '#features/reports/reports.routes.ts'
import { problemsOfServiceTypes, serviceTypesBody } from '#features/service-types/service-type-body.ts'
import { thresholdsProfiles } from '#features/thresholds-profiles/thresholds-profile.ts'
import { receiveRows } from '#features/topology/received-rows.ts'
import { weights } from '#features/weights/weights.ts'
import { errorBody } from '#kit/envelopes.ts'
import { readBody } from '#kit/json-body.ts'
import { invalidContent, Refusal, unprocessable } from '#kit/refusals.ts'
import {
  aDowntime,
  aGroup,
  aMetricProfile,
  anAggregationProfile,
  anEndpoint,
  anOperationsProfile,
  aReport,
  aServiceType,
  aThresholdsProfile,
  someWeights,
} from '#test/builders.ts'

const noProfiles = {
  metric: new Map(),
  aggregation: new Map(),
  operations: new Map(),
  thresholds: new Map(),
  weights: new Map(),
}

const ofTopology = {
  notifications: { contacts: ['a@example.org'], enabled: true },
  tags: { monitored: '1' },
  tenant: 'HARBOR',
}

/** Receives the body in chunks of the size in which connections deliver them. */
function received(kind: TopologyKind) {
  return async (text: string) => {
    await receiveRows(kind, Readable.from(chunksOf(Buffer.from(text))))
    return invalidContent([])
  }
}

function* chunksOf(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536)
}

/** The validation of a body before the database is used, and of the resulting problems. */
const checks = [
  {
    name: 'a metric profile',
    sample: aMetricProfile(),
    check: (text: string) => invalidContent(metricProfiles.problemsOf(readBody(text, metricProfiles.body))),
  },
  {
    name: 'an aggregation profile',
    sample: anAggregationProfile('x'),
    check: (text: string) => invalidContent(aggregationProfiles.problemsOf(readBody(text, aggregationProfiles.body))),
  },
  {
    name: 'a thresholds profile',
    sample: aThresholdsProfile(),
    check: (text: string) => invalidContent(thresholdsProfiles.problemsOf(readBody(text, thresholdsProfiles.body))),
  },
  {
    name: 'an operations profile',
    sample: anOperationsProfile(),
    check: (text: string) => invalidContent(operationsProfiles.problemsOf(readBody(text, operationsProfiles.body))),
  },
  {
    name: 'weights',
    sample: someWeights(),
    check: (text: string) => invalidContent(weights.problemsOf(readBody(text, weights.body))),
  },
  {
    name: 'downtimes',
    sample: { endpoints: [aDowntime({ description: 'x', classification: 'y', severity: 'z' })] },
    check: (text: string) => invalidContent(problemsOfDowntimes(readBody(text, downtimesBody))),
  },
  {
    name: 'a report',
    sample: aReport({
      weight: 'x',
      computations: { ar: true, status: true, trends: ['x'] },
      profiles: [{ id: 'x', name: '', type: 'metric' }],
      filter_tags: [{ name: 'scope', value: 'a', context: 'b' }],
    }),
    check: (text: string) => unprocessable(problemsOfReport(readBody(text, reportBody), noProfiles)),
  },
  {
    name: 'a list of service types',
    sample: [aServiceType({ tenant: 'ORCHARD' })],
    check(text: string) {
      const types = readBody(text, serviceTypesBody)
      mergedByName(types)
      return invalidContent(problemsOfServiceTypes(types))
    },
  },
  {
    name: 'a list of metrics with their tags',
    sample: [{ name: 'x', tags: ['y'] }],
    check: (text: string) => invalidContent(problemsOfMetricTags(readBody(text, metricTagsBody))),
  },
  { name: 'groups of the topology', sample: [aGroup(ofTopology)], check: received('groups') },
  { name: 'endpoints of the topology', sample: [anEndpoint(ofTopology)], check: received('endpoints') },
]

/** Like a request: problems become a response. */
async function answered(check: (text: string) => Refusal | Promise<Refusal>, text: string) {
  try {
    return errorBody(await check(text))
  } catch (error) {
    if (error instanceof Refusal) return errorBody(error)
    throw error
  }
}

const size = 160 * 1024
/** Below this many milliseconds a ratio is meaningless: the clock of a thread may be coarse. */
const negligible = 40

const repeated = (times: number, work: () => Promise<unknown>) => async () => {
  for (let time = 0; time < times; time += 1) await work()
}

test.each(checks)('validating $name takes linear time', { timeout: 120_000 }, async ({ sample, check }) => {
  const small = worstBodies(sample, size)
  for (const { what, text } of worstBodies(sample, 4 * size)) {
    const before = small.next().value?.text ?? ''
    const few = repeated(1, () => answered(check, text))
    if ((await threadTimeOf(few)).total < negligible) continue
    const { total: more } = await leastThreadTimeOf(few, 3)
    // Repeated four times as often: the same time if it is linear, a quarter if it is quadratic.
    const { total: many } = await leastThreadTimeOf(
      repeated(4, () => answered(check, before)),
      3,
    )
    expect(more / many, what).toBeLessThan(2.5)
  }
})
