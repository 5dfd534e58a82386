import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type Probe, probes } from '@quatrain/contract/resources/probe.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { type AddableDefinition, defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const formValues = z.object({
  /** The id of the stored probe; its name can be changed. */
  id: z.number().optional(),
  /** The original of a clone. */
  cloned_from: z.number().optional(),
  name: z.string(),
  package: z.string(),
  repository: z.string(),
  docurl: z.string(),
  description: z.string(),
  comment: z.string(),
  update_metrics: z.boolean(),
})

export type ProbeValues = z.output<typeof formValues>

const blank: ProbeValues = {
  name: '',
  package: '',
  repository: '',
  docurl: '',
  description: '',
  comment: '',
  update_metrics: false,
}

type Fields = Pick<Probe, 'name' | 'package' | 'repository' | 'docurl' | 'description' | 'comment'>

const fieldsOf = ({ name, package: label, repository, docurl, description, comment }: Fields): Fields => ({
  name,
  package: label,
  repository,
  docurl,
  description,
  comment,
})

export const probeValuesOf = (probe: Fields & Partial<Pick<Probe, 'id'>>): ProbeValues => ({
  ...fieldsOf(probe),
  ...(probe.id !== undefined && { id: probe.id }),
  update_metrics: false,
})

const api = resourceEndpoints(probes)

const definition = defineForm<typeof probes, ProbeValues>({
  resource: probes,
  blank,
  valuesOf: probeValuesOf,
  paths: paths.probes,
  values: formValues,
  nameOf: ({ name }) => name,
  inputOf: fieldsOf,
  valuesOfInput: probeValuesOf,
  valuesBeside: (values, base) => ({ ...base, ...fieldsOf(values) }),
  sideEffects: { metrictemplate: {}, metric: {}, package: {} },
  failureTitle: 'Error',
})

/** An add also sends the original of a clone; a change sends whether metrics are moved to the new version. */
export const probeDefinition: AddableDefinition<typeof probes, ProbeValues> = {
  ...definition,
  writes: {
    ...definition.writes,
    add: (values) => writeOf(api.add, { body: { ...fieldsOf(values), cloned_from: values.cloned_from ?? '' } }),
    change: (values) => {
      const { id = 0, update_metrics } = values
      return writeOf(api.change, { body: { ...fieldsOf(values), id, update_metrics } })
    },
  },
}

const { name: nameRule, package: packageRule, repository, docurl, description, comment } = probes.add.shape

/** The rules of the form. While the packages are not loaded, the server alone knows which ones there are. */
export const probeSchema = (labels: readonly string[] | undefined, stored: string) =>
  z.object({
    ...formValues.shape,
    name: nameRule,
    package: packageRule.refine(
      (label) => label === '' || label === stored || !labels || !/ \(.+\)$/.test(label) || labels.includes(label),
      'Package does not exist.',
    ),
    repository,
    docurl,
    description,
    comment,
  })
