import {
  type MetricInstance,
  type MetricProfile,
  metricInstance,
  metricProfiles,
} from '@quatrain/contract/resources/metric-profile.ts'
import { z } from 'zod'
import { formTables } from '#kit/rows/form-tables.ts'
import { ruledRows } from '#kit/rows/row-rules.ts'
import { defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { type KnownParts, keyOfPair, type PairRow, pairRows, pairsOfRows, unknownPartsOf } from './pair-rows.ts'

const formValues = z.object({
  name: z.string(),
  description: z.string(),
  groupname: z.string(),
  services: pairRows.schema,
})

export type MetricProfileValues = z.output<typeof formValues>

export const metricProfileValuesOf = ({
  name,
  groupname,
  description,
  services,
}: Omit<MetricProfile, 'apiid'>): MetricProfileValues => ({
  name,
  description,
  groupname,
  services: pairRows.fromStored(services),
})

export const metricProfileTables = formTables<MetricProfileValues>({ services: pairRows })

export const metricProfileDefinition = defineForm<typeof metricProfiles, MetricProfileValues>({
  resource: metricProfiles,
  blank: { name: '', description: '', groupname: '', services: [pairRows.newRow()] },
  valuesOf: metricProfileValuesOf,
  paths: paths.metricProfiles,
  values: formValues,
  nameOf: ({ name }) => name,
  inputOf: ({ services, ...fields }) => ({ ...fields, services: pairsOfRows(services) }),
  valuesOfInput: metricProfileValuesOf,
  valuesBeside: metricProfileTables.beside,
  countChanges: metricProfileTables.countChanges,
  sideEffects: { metric: { add: 'imported' } },
  rowsToComplete: 'services',
  warningTitle: 'Metrics warning',
})

const mustBeKnown = {
  service: 'Must be one of predefined service types',
  metric: 'Must be one of predefined metrics',
} as const

/** The problems of one pair, each with its part. */
export type PairRules = (pair: MetricInstance) => readonly Problem[]

/**
 * The rules of a pair. Services and metrics must be known or stored already; while the known ones are not loaded, the
 * server alone decides.
 */
export function pairRules(knownParts: KnownParts, stored: readonly PairRow[]): PairRules {
  const tolerated = {
    service: new Set(stored.map(({ service }) => service)),
    metric: new Set(stored.map(({ metric }) => metric)),
  }
  return (pair) => {
    const issues = metricInstance.safeParse({ ...pair }).error?.issues ?? []
    const problems = issues.map(({ message, path }) => ({ message, part: String(path[0]) }))
    const unknown = unknownPartsOf(pair, knownParts).filter((part) => !tolerated[part].has(pair[part].trim()))
    return [...problems, ...unknown.map((part) => ({ message: mustBeKnown[part], part }))]
  }
}

/** The rules of the form. A row that has not changed is not checked again. */
export function metricProfileSchema(knownParts: KnownParts, stored: readonly PairRow[]) {
  const { name, groupname, description } = metricProfiles.add.shape
  const before = pairRows.byId(stored)
  const problemsOf = pairRules(knownParts, stored)
  const services = ruledRows<PairRow>({
    problemsOf: (row) =>
      pairRows.isBlank(row) ? [] : problemsOf(row).map(({ message, part }) => ({ message, path: [part] })),
    problemsAmong: (rows) =>
      new Map(
        repeatedRows(rows)
          .filter(({ row }) => pairRows.stateOf(row, before) !== 'stored')
          .map(({ index }) => [index, duplicated]),
      ),
  })
  return z.object({ name, groupname, description, services })
}

const duplicated = [{ message: 'Duplicated', path: ['row'] }] as const

interface Problem {
  readonly message: string
  readonly part: string
}

const keys = new WeakMap<PairRow, string | undefined>()

/** The identity of a row, computed once; undefined for a blank row. */
function keyOfRow(row: PairRow): string | undefined {
  if (keys.has(row)) return keys.get(row)
  const key = pairRows.isBlank(row) ? undefined : keyOfPair(row)
  keys.set(row, key)
  return key
}

/** The rows whose identity another row has too. */
function repeatedRows(rows: readonly PairRow[]): readonly { readonly row: PairRow; readonly index: number }[] {
  const [uniqueKeys, repeated] = [new Set<string>(), new Set<string>()]
  for (const row of rows) {
    const key = keyOfRow(row)
    if (key === undefined) continue
    if (uniqueKeys.has(key)) repeated.add(key)
    uniqueKeys.add(key)
  }
  if (repeated.size === 0) return []
  return rows.flatMap((row, index) => (repeated.has(keyOfRow(row) ?? '') ? [{ row, index }] : []))
}
