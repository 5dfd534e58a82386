import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import { z } from 'zod'
import { type Cell, hiddenCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row, type RowDefinition } from '#kit/rows/row-definition.ts'

export const overrideCells = ['hostname', 'attribute', 'metric', 'parameter', 'value'] as const
export type OverrideCell = (typeof overrideCells)[number]
export type OverrideTexts = Readonly<Record<OverrideCell, string>>
export type ListName = keyof OverrideLists

/** One row of a table. Cells that its table does not have are empty. */
export type OverrideRow = Row<OverrideTexts>

/** One of the three tables of an override. */
export interface OverrideTable {
  readonly name: ListName
  readonly title: string
  readonly description: string
  readonly rows: RowDefinition<OverrideTexts>
}

/** The identity of a row in its table: everything but its value. */
export const keyOf = (row: Partial<OverrideTexts>): string =>
  overrideCells
    .filter((cell) => cell !== 'value')
    .map((cell) => (row[cell] ?? '').trim())
    .join('\n')

const cells: Readonly<Record<OverrideCell, Cell<string>>> = {
  hostname: textCell('Hostname', { width: '28%' }),
  attribute: textCell('Attribute'),
  metric: textCell('Metric', { width: '22%' }),
  parameter: textCell('Parameter'),
  value: textCell('Value', { keepsSpaces: true }),
}

const rowsWith = (one: string, names: readonly OverrideCell[]): RowDefinition<OverrideTexts> => {
  const cellOf = (name: OverrideCell) => (names.includes(name) ? cells[name] : hiddenCell(z.string(), ''))
  return defineRows<OverrideTexts>({
    one,
    cells: {
      hostname: cellOf('hostname'),
      attribute: cellOf('attribute'),
      metric: cellOf('metric'),
      parameter: cellOf('parameter'),
      value: cellOf('value'),
    },
    identityOf: keyOf,
  })
}

const tables: { readonly [Name in ListName]: OverrideTable } = {
  global_attributes: {
    name: 'global_attributes',
    title: 'Global attributes',
    description: 'Values of attributes on all hosts. If several overrides set an attribute, the last one by name wins.',
    rows: rowsWith('global attribute', ['attribute', 'value']),
  },
  host_attributes: {
    name: 'host_attributes',
    title: 'Host attributes',
    description: 'Values of attributes on one host, or for one service on it: servicetype__hostname.',
    rows: rowsWith('host attribute', ['hostname', 'attribute', 'value']),
  },
  metric_parameters: {
    name: 'metric_parameters',
    title: "Metrics' parameters",
    description: 'Parameters of one metric on one host; they replace its own.',
    rows: rowsWith('metric parameter', ['hostname', 'metric', 'parameter', 'value']),
  },
}

export const overrideTables: readonly OverrideTable[] = Object.values(tables)

/** The rows of one of the tables. */
export const overrideRows = (name: ListName): RowDefinition<OverrideTexts> => tables[name].rows
