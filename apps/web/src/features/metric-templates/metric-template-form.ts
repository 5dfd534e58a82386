import { activeConfigKeys, metricTypes, passiveFlag } from '@quatrain/contract/resources/metric-settings.ts'
import {
  type MetricTemplate,
  type MetricTemplateDocument,
  type MetricTemplateInput,
  metricTemplates,
} from '@quatrain/contract/resources/metric-template.ts'
import { z } from 'zod'
import { contractRules } from '#kit/form/form-rules.ts'
import { formTables } from '#kit/rows/form-tables.ts'
import { fixedKeyRows, type KeyValueRow, keyValueRows } from '#kit/rows/key-value-rows.ts'

/** The values of the form. Fields that a passive template does not have are kept in case the user switches back. */
export const formValues = z.object({
  /** The id of the stored template; 0 for a new one. */
  id: z.number(),
  /** The template that a new one began as a copy of; 0 for none. */
  clonedFrom: z.number(),
  name: z.string(),
  mtype: z.enum(metricTypes),
  description: z.string(),
  tags: z.array(z.string()),
  parent: z.string(),
  probeversion: z.string(),
  probeexecutable: z.string(),
  config: fixedKeyRows.schema,
  attribute: keyValueRows.schema,
  dependency: keyValueRows.schema,
  parameter: keyValueRows.schema,
  flags: keyValueRows.schema,
})

export type TemplateValues = z.output<typeof formValues>

/** The names of the key/value lists in the form. */
export const keyValueLists = ['config', 'attribute', 'dependency', 'parameter', 'flags'] as const
export type KeyValueListName = (typeof keyValueLists)[number]

export const blankValues = (): TemplateValues =>
  templateValuesOf({
    name: '',
    mtype: 'Active',
    tags: [],
    probeversion: '',
    description: '',
    parent: '',
    probeexecutable: '',
    config: [],
    attribute: [],
    dependency: [],
    flags: [],
    parameter: [],
  })

export function templateValuesOf(
  template: MetricTemplateDocument & Partial<Pick<MetricTemplate, 'id'>>,
): TemplateValues {
  const { id = 0, name, mtype, tags, probeversion, description, parent, probeexecutable } = template
  const rows = keyValueRows.fromStored
  return {
    id,
    clonedFrom: 0,
    name,
    mtype,
    description,
    tags,
    parent,
    probeversion,
    probeexecutable,
    config: fixedKeyRows.fromStored(template.config.length === 0 ? emptyConfig : template.config),
    attribute: rows(template.attribute),
    dependency: rows(template.dependency),
    parameter: rows(template.parameter),
    flags: rows(template.flags),
  }
}

const emptyConfig = activeConfigKeys.map((key) => ({ key, value: '' }))

const tables = formTables<TemplateValues>({
  config: fixedKeyRows,
  attribute: keyValueRows,
  dependency: keyValueRows,
  flags: keyValueRows,
  parameter: keyValueRows,
})

/** Values of another state of the template, with the rows of this one where they have the same key. */
export const templateValuesBeside = (values: TemplateValues, base: TemplateValues): TemplateValues => ({
  ...tables.beside(values, base),
  id: base.id,
})

/** The flags of the other type: a passive template has the flag PASSIVE, an active one does not. */
export function withType(values: TemplateValues, mtype: TemplateValues['mtype']): TemplateValues {
  const otherFlags = values.flags.filter(({ key }) => key !== passiveFlag.key)
  if (mtype === 'Active') return { ...values, mtype, flags: keyValueRows.orBlankRow(otherFlags) }
  const filled = otherFlags.filter(({ key, value }) => key !== '' || value !== '')
  return { ...values, mtype, flags: [...filled, keyValueRows.newRow(passiveFlag)] }
}

/** The flag that cannot be changed, because the type determines it. */
export const isPassiveFlag = ({ key }: KeyValueRow, mtype: TemplateValues['mtype']): boolean =>
  mtype === 'Passive' && key === passiveFlag.key

/** The submitted values, and their comparison. */
export function sentOf(values: TemplateValues): MetricTemplateInput {
  const { name, mtype, tags, description, parent, flags } = values
  const shared = {
    name,
    mtype,
    tags: [...new Set(tags)].sort(),
    description,
    parent,
    flags: keyValueRows.valuesOf(flags),
  }
  if (mtype === 'Passive') return { ...shared, ...nothingOfActive }
  return {
    ...shared,
    probeversion: values.probeversion.trim(),
    probeexecutable: values.probeexecutable,
    config: keyValueRows.valuesOf(values.config),
    attribute: keyValueRows.valuesOf(values.attribute),
    dependency: keyValueRows.valuesOf(values.dependency),
    parameter: keyValueRows.valuesOf(values.parameter),
  }
}

const nothingOfActive = {
  probeversion: '',
  probeexecutable: '',
  config: [],
  attribute: [],
  dependency: [],
  parameter: [],
}

/** The path of the form's field for a path of the submitted input, which omits blank rows. */
export const fieldOfTemplate = tables.fieldOf

const contractSchema = contractRules(formValues, metricTemplates.add, sentOf, fieldOfTemplate)

/** The rules of the form: those of the submitted values, and that the probe version exists. */
export const metricTemplateSchema = (probeVersions: ReadonlySet<string> | undefined, stored: string) =>
  contractSchema.superRefine((values, context) => {
    const { probeversion } = sentOf(values)
    const isKnown = probeversion === '' || probeversion === stored || probeVersions?.has(probeversion) !== false
    if (!isKnown)
      context.addIssue({ code: 'custom', message: 'Must be one of the probe versions', path: ['probeversion'] })
  })
