import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { type WebApiMetricProfileInput, webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { z } from 'zod'
import type { DatedKind } from '#kit/dated-kind.ts'
import { list, members, text } from '#kit/json-body.ts'
import { problemsOfMetricProfile } from './metric-profile-rules.ts'

const body: z.ZodType<WebApiMetricProfileInput> = members({
  name: text(),
  description: text(),
  services: list(members({ service: text(), metrics: list(text()) })),
})

const changed = 'Metric Profile successfully updated'

/** A metric profile says which metrics are checked for which service types. */
export const metricProfiles: DatedKind<WebApiMetricProfileInput> = {
  path: 'metric_profiles',
  label: { one: 'a metric profile', many: 'metric profiles' },
  bodyLimit: 4 * megabyte,
  body,
  item: webApiMetricProfile,
  problemsOf: problemsOfMetricProfile,
  says: {
    added: 'Metric Profile successfully created',
    changed,
    changedOnNewDay: `${changed} (new history snapshot)`,
    deleted: 'Metric Profile Successfully Deleted',
    nameTaken: 'Metric profile with the same name already exists',
  },
}
