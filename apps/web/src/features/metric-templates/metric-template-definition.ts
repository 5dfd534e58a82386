import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { writeOf } from '#kit/api/write.ts'
import { type AddableDefinition, defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import {
  blankValues,
  formValues,
  sentOf,
  type TemplateValues,
  templateValuesBeside,
  templateValuesOf,
} from './metric-template-form.ts'
import { sideEffectsOfTemplates } from './TenantLink.tsx'

const api = resourceEndpoints(metricTemplates)

const definition = defineForm<typeof metricTemplates, TemplateValues>({
  resource: metricTemplates,
  blank: blankValues(),
  valuesOf: templateValuesOf,
  paths: paths.metricTemplates,
  values: formValues,
  nameOf: ({ name }) => name.trim(),
  inputOf: sentOf,
  valuesOfInput: templateValuesOf,
  valuesBeside: templateValuesBeside,
  sideEffects: sideEffectsOfTemplates,
  failureTitle: 'Error',
  warnsBy: 'dialog',
  deletesForGood: true,
})

/** An add also says which template the new one is a clone of. */
const add = (values: TemplateValues) =>
  writeOf(api.add, { body: { ...sentOf(values), cloned_from: values.clonedFrom || '' } })

export const metricTemplateDefinition: AddableDefinition<typeof metricTemplates, TemplateValues> = {
  ...definition,
  writes: { ...definition.writes, add },
}
