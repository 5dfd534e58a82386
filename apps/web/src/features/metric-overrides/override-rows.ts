import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import { z } from 'zod'
import { newRowId, rowStatesOf } from '#kit/rows/row-states.ts'

export const overrideCells = ['hostname', 'attribute', 'metric', 'parameter', 'value'] as const
export type OverrideCell = (typeof overrideCells)[number]
export type OverrideTexts = Readonly<Record<OverrideCell, string>>
export type ListName = keyof OverrideLists

/** One of the three tables of an override. */
export interface OverrideTable {
  readonly name: ListName
  readonly title: string
  /** What one row of it is. */
  readonly one: string
  readonly description: string
  readonly cells: readonly [OverrideCell, ...OverrideCell[]]
}

export const overrideTables: readonly OverrideTable[] = [
  {
    name: 'global_attributes',
    title: 'Global attributes',
    one: 'global attribute',
    description: 'What an attribute stands for on every host. Where several sets say it, the last by name counts.',
    cells: ['attribute', 'value'],
  },
  {
    name: 'host_attributes',
    title: 'Host attributes',
    one: 'host attribute',
    description: 'The same for one host, or for one service of it: servicetype__hostname.',
    cells: ['hostname', 'attribute', 'value'],
  },
  {
    name: 'metric_parameters',
    title: "Metrics' parameters",
    one: 'metric parameter',
    description: 'What one metric is run with on one host, in place of its own parameter.',
    cells: ['hostname', 'metric', 'parameter', 'value'],
  },
]

export const headers: Readonly<Record<OverrideCell, string>> = {
  hostname: 'Hostname',
  attribute: 'Attribute',
  metric: 'Metric',
  parameter: 'Parameter',
  value: 'Value',
}

export const noTexts: OverrideTexts = { hostname: '', attribute: '', metric: '', parameter: '', value: '' }

/**
 * One row of a table; the id stays when the row is changed, and cells that its table has not are empty. It is a class
 * because the form library copies plain objects at every key stroke.
 */
export class OverrideRow implements OverrideTexts {
  readonly id: string
  readonly hostname: string
  readonly attribute: string
  readonly metric: string
  readonly parameter: string
  readonly value: string

  constructor(id: string, texts: Partial<OverrideTexts>) {
    const { hostname, attribute, metric, parameter, value } = { ...noTexts, ...texts }
    this.id = id
    this.hostname = hostname
    this.attribute = attribute
    this.metric = metric
    this.parameter = parameter
    this.value = value
  }
}

/** The same row with another text in a cell. */
export const changedRow = (row: OverrideRow, cell: OverrideCell, text: string): OverrideRow =>
  new OverrideRow(row.id, { ...textsOf(row), [cell]: text })

const textsOf = ({ hostname, attribute, metric, parameter, value }: OverrideTexts): OverrideTexts => {
  return { hostname, attribute, metric, parameter, value }
}

/** Rows as a draft keeps them. */
export const storedRows = z.array(
  z
    .object({
      id: z.string(),
      hostname: z.string(),
      attribute: z.string(),
      metric: z.string(),
      parameter: z.string(),
      value: z.string(),
    })
    .transform(({ id, ...texts }) => new OverrideRow(id, texts)),
)

export const newRow = (texts: Partial<OverrideTexts> = {}): OverrideRow => new OverrideRow(newRowId(), texts)

export const isBlank = (row: OverrideTexts): boolean => overrideCells.every((cell) => row[cell].trim() === '')

/** What tells a row from the others of its table: everything but its value. */
export const keyOf = (row: Partial<OverrideTexts>): string =>
  overrideCells
    .filter((cell) => cell !== 'value')
    .map((cell) => (row[cell] ?? '').trim())
    .join('\n')

/** There is always a row to type into. */
const orBlankRow = (rows: readonly OverrideRow[]): OverrideRow[] => (rows.length === 0 ? [newRow()] : [...rows])

/** Stored rows; what is stored has an id that follows from it. */
export const rowsOfStored = (rows: readonly Partial<OverrideTexts>[]): OverrideRow[] =>
  orBlankRow(rows.map((texts) => new OverrideRow(keyOf(texts), texts)))

/** Rows that keep the ids of those that they have been before. */
export function rowsBeside(rows: readonly Partial<OverrideTexts>[], before: readonly OverrideRow[]): OverrideRow[] {
  const ids = new Map(before.filter((row) => !isBlank(row)).map((row) => [keyOf(row), row.id]))
  return orBlankRow(
    rows.map((texts) => {
      const id = ids.get(keyOf(texts))
      // A conflict can leave two of one name, of which one has to go.
      ids.delete(keyOf(texts))
      return id === undefined ? newRow(texts) : new OverrideRow(id, texts)
    }),
  )
}

/** What rows stand for, in their order, without blank ones. Values keep their spaces. */
export const filledRows = (rows: readonly OverrideRow[]): OverrideTexts[] =>
  rows
    .filter((row) => !isBlank(row))
    .map(({ hostname, attribute, metric, parameter, value }) => ({
      hostname: hostname.trim(),
      attribute: attribute.trim(),
      metric: metric.trim(),
      parameter: parameter.trim(),
      value,
    }))

/** The row that the one at this place of what is sent stands in: blank rows are not sent. */
export function placeOfSent(rows: readonly OverrideRow[], place: number): number {
  const filled = rows.flatMap((row, index) => (isBlank(row) ? [] : [index]))
  return filled[place] ?? place
}

export const rowStates = rowStatesOf<OverrideRow>(isBlank, (one, other) =>
  overrideCells.every((cell) => one[cell] === other[cell]),
)
