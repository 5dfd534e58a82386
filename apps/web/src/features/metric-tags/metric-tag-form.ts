import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { z } from 'zod'
import { type PlainValues, plainForm } from '#kit/form/form-rules.ts'
import { paths } from '#lib/paths.ts'

export type MetricTagValues = PlainValues<typeof metricTags>

export const metricTagForm = plainForm({
  resource: metricTags,
  paths: paths.metricTags,
  blank: { name: '', metrics: [] },
  documentOf: ({ name, metrics }) => ({ name, metrics: metrics.map(({ name }) => name) }),
  nameOf: ({ name }) => name.trim(),
  sideEffects: { metrictemplate: { change: 'tagged differently' }, metric: { change: 'tagged differently' } },
  warnsBy: 'dialog',
})

export const mustBeKnown = 'Must be one of predefined metrics'

/** The rules of the form. As long as the templates are not loaded, the server alone knows them. */
export const metricTagSchema = (templateNames: ReadonlySet<string> | undefined) =>
  z.object({
    id: z.int().optional(),
    name: metricTags.add.shape.name,
    metrics: z
      .array(z.string())
      .refine((names) => !templateNames || names.every((name) => templateNames.has(name)), mustBeKnown),
  })
