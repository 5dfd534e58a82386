import { type Card, type CardPart, cards } from '@quatrain/contract/reports/filter-places.ts'
import { problemOfValues } from '@quatrain/contract/reports/filter-values.ts'
import { readFilters, readTagFilter } from '@quatrain/contract/reports/report-filters.ts'
import { topologyTypeOf } from '@quatrain/contract/reports/topology-types.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { z } from 'zod'
import { contractRules } from '#kit/form/contract-rules.ts'
import { inputOf } from './report-form.ts'
import { limits, type ReportValues, reportValues, type TagRow } from './report-values.ts'
import { allNames, type OfferedTag, optionsFor, type TopologyOptions, valuesOfTag } from './topology-options.ts'

interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const { apiid: _, ...fields } = reports.add.shape
const rules = z.object(fields)

/** A filter has no field of its own in the form: what is wrong with one is shown at the type. */
export const reportFieldOf = (path: string): string =>
  /^(filter_tags|topology_types)\b/.test(path) ? 'topology_type' : path

const contract = contractRules(reportValues, rules, inputOf, reportFieldOf)

/** The rules of the form. Values are compared with the topology as far as that is known. */
export const reportSchema = (topology: TopologyOptions | undefined): z.ZodType<ReportValues, ReportValues> =>
  reportValues.superRefine((values, context) => {
    const ofContract = contract.safeParse(values).error?.issues ?? []
    for (const { path, message } of [...problemsOf(values, topology), ...ofContract]) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })

function problemsOf(values: ReportValues, topology: TopologyOptions | undefined): Problem[] {
  const hasType = values.topology_type !== '' || values.stored.topology_types.length > 0
  const options = optionsFor(topology, values)
  const stored = readFilters(values.stored.filter_tags)
  const isSameType = topologyTypeOf(values.stored.topology_types) === values.topology_type
  return [
    ...limits.flatMap((limit) => (values[limit].trim() === '' ? [{ path: [limit], message: 'Required' }] : [])),
    ...(hasType ? [] : [{ path: ['topology_type'], message: 'Required' }]),
    ...cards.flatMap((card) => [
      ...problemsOfRows([card, 'tags'], values[card].tags, options?.[card].tags),
      ...problemsOfRows([card, 'extensions'], values[card].extensions, options?.[card].extensions),
      ...entities.flatMap((part) =>
        problemOfEntities(card, part, values[card][part], {
          options: allNames(options?.[card][part]),
          // Values of another type are not kept by mistake.
          stored: isSameType ? stored[card][part] : [],
        }),
      ),
    ]),
  ]
}

const entities = ['first', 'second'] as const satisfies readonly CardPart[]

function problemOfEntities(
  card: Card,
  part: (typeof entities)[number],
  values: readonly string[],
  known: { readonly options: readonly string[] | undefined; readonly stored: readonly string[] },
): Problem[] {
  const problem = problemOfValues(values, { isEntity: true, ...known })
  return problem ? [{ path: [card, part], message: problem.message }] : []
}

function problemsOfRows(
  path: readonly string[],
  rows: readonly TagRow[],
  options: readonly OfferedTag[] | undefined,
): Problem[] {
  const names = options && new Set(options.map(({ name }) => name))
  return rows.flatMap(({ name, values, stored }, index) => {
    if (name.trim() === '' && values.length === 0) return []
    const before = stored && readTagFilter(stored)
    const isStoredName = before?.name === name
    return [
      ...(name.trim() === '' ? [{ path: [...path, index, 'name'], message: 'Required' }] : []),
      ...(names && !names.has(name) && !isStoredName && name.trim() !== ''
        ? [{ path: [...path, index, 'name'], message: 'Value not matching predefined values' }]
        : []),
      ...valueProblems([...path, index, 'values'], values, {
        // Nothing is known of the values of a name that the topology has lost.
        options: valuesOfTag(options, name),
        stored: isStoredName ? before.values : [],
      }),
    ]
  })
}

function valueProblems(
  path: readonly (string | number)[],
  values: readonly string[],
  known: { readonly options: readonly string[] | undefined; readonly stored: readonly string[] },
): Problem[] {
  const problem = problemOfValues(values, { isEntity: false, ...known })
  return problem ? [{ path, message: problem.message }] : []
}
