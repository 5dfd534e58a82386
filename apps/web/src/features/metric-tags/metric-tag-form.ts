import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import { type MetricTag, metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const formValues = z.object({
  /** Of the stored tag; undefined for a new one. */
  id: z.int().optional(),
  name: z.string(),
  /** Names of the metric templates that carry it. */
  metrics: z.array(z.string()),
})

export type MetricTagValues = z.output<typeof formValues>

const blank: MetricTagValues = { name: '', metrics: [] }

export const valuesOf = ({ id, name, metrics }: MetricTag): MetricTagValues => ({
  id,
  name,
  metrics: metrics.map(({ name }) => name),
})

const api = resourceEndpoints(metricTags)

const bodyOf = ({ name, metrics }: MetricTagValues) => ({ name, metrics })

export const metricTagDefinition: AddableDefinition<typeof metricTags, MetricTagValues> = {
  resource: metricTags,
  blank,
  valuesOf,
  paths: paths.metricTags,
  values: formValues,
  nameOf: ({ name }) => name.trim(),
  writes: {
    add: (values) => writeOf(api.add, { body: bodyOf(values) }),
    change: (values) => writeOf(api.change, { body: { ...bodyOf(values), id: values.id ?? 0 } }),
    remove: (name) => writeOf(api.remove, { params: { key: name } }),
  },
  toDocument: (values) => values,
  fromDocument: (document, beside) => {
    const input = inputFromDocument(metricTags, document)
    return input && { ...beside, ...input }
  },
  sideEffects: { metrictemplate: { change: 'tagged differently' }, metric: { change: 'tagged differently' } },
  warningTitle: 'Warning',
  warnsBy: 'dialog',
  failureTitle: 'Error',
}

export const mustBeKnown = 'Must be one of predefined metrics'

/** The rules of the form. As long as the templates are not loaded, the server alone knows them. */
export const metricTagSchema = (known: ReadonlySet<string> | undefined) =>
  z.object({
    id: z.int().optional(),
    name: metricTags.add.shape.name,
    metrics: z.array(z.string()).refine((names) => !known || names.every((name) => known.has(name)), mustBeKnown),
  })
