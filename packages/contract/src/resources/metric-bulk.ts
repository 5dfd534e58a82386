import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineAction, megabyte } from '../kit/endpoint.ts'
import { objectReference } from '../kit/fields.ts'
import { notices } from '../kit/notices.ts'
import { configValues, metrics, pathKey } from './metric.ts'

/** The maximum number of names in one request. */
const maxMetrics = 5000

/** Returns the schema of a list of metric names; `messageIfEmpty` is the message for an empty list. */
export const metricNameList = (messageIfEmpty: string) =>
  z.array(objectReference()).min(1, messageIfEmpty).max(maxMetrics, `Must be ${maxMetrics} or fewer`)

/** A value is set on the metrics that have its key; other metrics are unchanged. */
export const changeMetrics = defineAction({
  precondition: 'preview',
  path: `${internalApi}/changemetrics`,
  summary: 'Change the group and configuration values of several metrics, all of them or none',
  deployments: tenantOnly,
  caller: { may: 'change', resource: metrics },
  query: writeQuery,
  bodyLimit: megabyte,
  body: z
    .strictObject({
      metrics: metricNameList('No metrics were selected'),
      /** If it is absent, each metric keeps its group. */
      group: objectReference(80).optional(),
      config: configValues()
        .superRefine((entries, context) => {
          const index = entries.findIndex(({ key }) => key === pathKey)
          if (index >= 0) context.addIssue({ code: 'custom', message: 'Cannot be changed', path: [index, 'key'] })
        })
        .optional(),
    })
    .refine(({ group, config = [] }) => group !== undefined || config.length > 0, {
      message: 'No changes were given',
      path: ['config'],
    }),
  answer: notices,
})
