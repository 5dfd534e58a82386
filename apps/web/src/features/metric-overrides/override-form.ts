import {
  type MetricOverride,
  type MetricOverrideDocument,
  metricOverrides,
  type OverrideLists,
} from '@quatrain/contract/resources/metric-override.ts'
import { z } from 'zod'
import { contractRules } from '#kit/form/form-rules.ts'
import { formTables } from '#kit/rows/form-tables.ts'
import { defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { type ListName, overrideRows } from './override-rows.ts'

const globals = overrideRows('global_attributes')
const hosts = overrideRows('host_attributes')
const parameters = overrideRows('metric_parameters')

const formValues = z.object({
  /** The id of the stored override; 0 for a new one. */
  id: z.number(),
  name: z.string(),
  global_attributes: globals.schema,
  host_attributes: hosts.schema,
  metric_parameters: parameters.schema,
})

export type OverrideValues = z.output<typeof formValues>

export const overrideValuesOf = (
  override: MetricOverrideDocument & Partial<Pick<MetricOverride, 'id'>>,
): OverrideValues => ({
  id: override.id ?? 0,
  name: override.name,
  global_attributes: globals.fromStored(override.global_attributes),
  host_attributes: hosts.fromStored(override.host_attributes),
  metric_parameters: parameters.fromStored(override.metric_parameters),
})

const tables = formTables<OverrideValues>({
  global_attributes: globals,
  host_attributes: hosts,
  metric_parameters: parameters,
})

/** Values of another state of the override, with the rows of this one where they have the same identity. */
export const overrideValuesBeside = (values: OverrideValues, base: OverrideValues): OverrideValues => ({
  ...tables.beside(values, base),
  id: base.id,
})

/** The three lists of the form's rows. */
export const listsOf = (values: Pick<OverrideValues, ListName>): OverrideLists => ({
  global_attributes: globals.valuesOf(values.global_attributes).map(({ attribute, value }) => ({ attribute, value })),
  host_attributes: hosts.valuesOf(values.host_attributes).map(({ hostname, attribute, value }) => {
    return { hostname, attribute, value }
  }),
  metric_parameters: parameters.valuesOf(values.metric_parameters).map(({ hostname, metric, parameter, value }) => {
    return { hostname, metric, parameter, value }
  }),
})

/** The submitted values, and their comparison. */
const sentOf = (values: OverrideValues) => ({ name: values.name.trim(), ...listsOf(values) })

export const overrideDefinition = defineForm<typeof metricOverrides, OverrideValues>({
  resource: metricOverrides,
  blank: overrideValuesOf({ name: '', global_attributes: [], host_attributes: [], metric_parameters: [] }),
  valuesOf: overrideValuesOf,
  paths: paths.metricOverrides,
  values: formValues,
  nameOf: ({ name }) => name.trim(),
  inputOf: sentOf,
  valuesOfInput: overrideValuesOf,
  valuesBeside: overrideValuesBeside,
  countChanges: tables.countChanges,
  failureTitle: 'Error',
})

/** The path of the form's field for a path of the submitted input, which omits blank rows. */
export const fieldOfOverride = tables.fieldOf

/** The rules of the form: those of what is sent. */
export const overrideSchema = contractRules(formValues, metricOverrides.add, sentOf, fieldOfOverride)
