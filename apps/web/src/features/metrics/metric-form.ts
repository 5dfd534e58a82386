import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type MetricDocument, metrics, pathKey } from '@quatrain/contract/resources/metric.ts'
import type { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { contractRules } from '#kit/form/form-rules.ts'
import { fieldOfSent } from '#kit/rows/form-tables.ts'
import { fixedKeyRows } from '#kit/rows/key-value-rows.ts'
import type { RecordDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const formValues = metrics.document.extend({ config: fixedKeyRows.schema })

/** A metric: of its fields, the form changes the group and the values of the configuration. */
export type MetricValues = z.output<typeof formValues>

const valuesOf = (metric: MetricDocument): MetricValues => ({
  ...metrics.document.parse(metric),
  config: fixedKeyRows.fromStored(metric.config),
})

/** The metric that the values of a form stand for. */
export const metricDocumentOf = (values: MetricValues): MetricDocument => ({
  ...values,
  config: fixedKeyRows.valuesOf(values.config),
})

/**
 * The group and the values of an old version for keys that the metric still has: the keys and the path are those of its
 * current template version.
 */
export function restoredValues(old: MetricValues, now: MetricValues): MetricValues {
  const values = new Map(old.config.map(({ key, value }) => [key, value]))
  const config = now.config.map((row) => {
    const value = row.key === pathKey ? undefined : values.get(row.key)
    return value === undefined ? row : fixedKeyRows.rowWith(row.id, { key: row.key, value })
  })
  return { ...now, group: old.group === '' ? now.group : old.group, config }
}

const sentOf = ({ name, mtype, group, config }: MetricValues) =>
  metricInputOf({ name, mtype, group, config: fixedKeyRows.valuesOf(config) })

/** What is sent to change a metric. Passive ones have no configuration. */
export const metricInputOf = ({
  name,
  mtype,
  group,
  config,
}: Pick<MetricDocument, 'name' | 'mtype' | 'group' | 'config'>) => ({
  name,
  mtype,
  group,
  ...(mtype === 'Active' && { config }),
})

/** The path of the form's field for a path of the submitted input. */
export const fieldOfMetric = fieldOfSent<MetricValues>({ config: fixedKeyRows })

/** The rules of the form are those of what is sent. */
export const metricSchema = contractRules(formValues, metrics.change, sentOf, fieldOfMetric)

const api = resourceEndpoints(metrics)

const { group, config } = metrics.compared

export const metricDefinition: RecordDefinition<typeof metrics, MetricValues> = {
  resource: metrics,
  valuesOf,
  paths: paths.metrics,
  values: formValues,
  compared: { group, config },
  nameOf: ({ name }) => name,
  writes: {
    add: () => {
      throw new Error('Metrics come with the metric profiles that name them.')
    },
    change: (values) => writeOf(api.change, { body: sentOf(values) }),
    remove: (name) => writeOf(api.remove, { params: { key: name } }),
  },
  toDocument: metricDocumentOf,
  fromDocument: (document, currentValues) => {
    const { data } = metrics.document.safeParse(document)
    return (
      data && {
        ...valuesOf(data),
        ...(currentValues && { config: fixedKeyRows.matching(data.config, currentValues.config) }),
      }
    )
  },
  sideEffects: { metric: { add: 'imported' }, metricprofile: {} },
  warningTitle: 'Metrics warning',
  failureTitle: 'Error',
  deletesForGood: true,
  whyNotRestored:
    'It was made from its metric template: import it again, then set its group and values as this version has them.',
}
