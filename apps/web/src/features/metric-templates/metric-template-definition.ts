import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { writeOf } from '#kit/api/write.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { blankValues, formValues, sentOf, type TemplateValues, valuesBeside, valuesOf } from './metric-template-form.ts'
import { sideEffectsOfTemplates } from './TenantLink.tsx'

const api = resourceEndpoints(metricTemplates)

export const metricTemplateDefinition: AddableDefinition<typeof metricTemplates, TemplateValues> = {
  resource: metricTemplates,
  blank: blankValues(),
  valuesOf,
  paths: paths.metricTemplates,
  values: formValues,
  nameOf: ({ name }) => name.trim(),
  writes: {
    add: (values) => writeOf(api.add, { body: { ...sentOf(values), cloned_from: values.clonedFrom || '' } }),
    change: (values) => writeOf(api.change, { body: { ...sentOf(values), id: values.id } }),
    remove: (name) => writeOf(api.remove, { params: { key: name } }),
  },
  toDocument: (values) => ({ ...sentOf(values) }),
  fromDocument: (document, beside) => {
    const { data } = metricTemplates.document.safeParse(document)
    return data && (beside ? valuesBeside(valuesOf(data), beside) : valuesOf(data))
  },
  sideEffects: sideEffectsOfTemplates,
  warningTitle: 'Warning',
  failureTitle: 'Error',
  warnsBy: 'dialog',
  deletesForGood: true,
}
