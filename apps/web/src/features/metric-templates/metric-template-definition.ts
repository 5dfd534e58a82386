import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { writeOf } from '#kit/api/write.ts'
import type { PairsPart, TextPart } from '#kit/compare/parts.ts'
import { keyValueRows } from '#kit/rows/key-value-rows.ts'
import type { RecordDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import {
  blankValues,
  formValues,
  type KeyValueListName,
  sentOf,
  type TemplateValues,
  valuesOf,
} from './metric-template-form.ts'
import { sideEffectsOfTemplates } from './TenantLink.tsx'

type TextName = 'name' | 'description' | 'parent' | 'probeversion' | 'probeexecutable'

const text = (label: string, key: TextName): TextPart<TemplateValues> => ({
  kind: 'text',
  label,
  of: (values) => sentOf(values)[key],
  with: (values, text) => ({ ...values, [key]: text }),
})

const pairs = (label: string, key: KeyValueListName): PairsPart<TemplateValues> => ({
  kind: 'pairs',
  label,
  of: (values) => sentOf(values)[key],
  with: (values, pairs) => ({ ...values, [key]: keyValueRows.matching(pairs, values[key]) }),
})

const api = resourceEndpoints(metricTemplates)

export const metricTemplateDefinition: RecordDefinition<typeof metricTemplates, TemplateValues> = {
  resource: metricTemplates,
  blank: blankValues(),
  valuesOf,
  paths: paths.metricTemplates,
  values: formValues,
  parts: [
    text('name', 'name'),
    text('probe version', 'probeversion'),
    {
      kind: 'text',
      label: 'type',
      of: ({ mtype }) => mtype,
      with: (values, mtype) => ({ ...values, mtype: mtype === 'Passive' ? 'Passive' : 'Active' }),
    },
    {
      kind: 'list',
      label: 'tags',
      columns: ['Tag'],
      of: (values) => sentOf(values).tags.map((tag) => [tag]),
      with: (values, items) => ({ ...values, tags: items.flat() }),
    },
    text('description', 'description'),
    text('probe executable', 'probeexecutable'),
    text('parent', 'parent'),
    pairs('config', 'config'),
    pairs('attribute', 'attribute'),
    pairs('dependency', 'dependency'),
    pairs('parameter', 'parameter'),
    pairs('flags', 'flags'),
  ],
  nameOf: ({ name }) => name.trim(),
  writes: {
    add: (values) => writeOf(api.add, { body: { ...sentOf(values), cloned_from: values.clonedFrom || '' } }),
    change: (values) => writeOf(api.change, { body: { ...sentOf(values), id: values.id } }),
    remove: (name) => writeOf(api.remove, { params: { key: name } }),
  },
  fromDocument: (document) => {
    const { data } = metricTemplates.document.safeParse(document)
    return data && valuesOf(data)
  },
  sideEffects: sideEffectsOfTemplates,
  warningTitle: 'Warning',
  failureTitle: 'Error',
  warnsBy: 'dialog',
  deletesForGood: true,
}
