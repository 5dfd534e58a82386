import { cards } from '@quatrain/contract/reports/filter-places.ts'
import { problemOfValues, valuesWithoutMatch } from '@quatrain/contract/reports/filter-values.ts'
import { readFilters, readTagFilter } from '@quatrain/contract/reports/report-filters.ts'
import { topologyTypeOf } from '@quatrain/contract/reports/topology-types.ts'
import { type Report, reports } from '@quatrain/contract/resources/report.ts'
import type { Entities } from '@quatrain/contract/resources/report-options.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { contractRules } from '#kit/form/form-rules.ts'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import { Notice } from '#ui/Notice.tsx'
import { unmatchedEntities } from './entities.ts'
import { Readiness } from './Readiness.tsx'
import { ReportDetails } from './ReportDetailsPage.tsx'
import { ReportFields } from './ReportFields.tsx'
import { inputOf, reportDefinition } from './report-form.ts'
import { limits, type ReportValues, reportValues, reportValuesOf, type TagRow } from './report-values.ts'
import { ScopePanel } from './ScopePanel.tsx'
import { useProfileNames } from './use-readiness.ts'
import { exportReport, useReportImport } from './use-report-import.ts'
import { type OfferedTag, type TopologyTags, useTopology, valuesOfTag } from './use-topology.ts'

/** The form of a report: of a new one, of a clone, of a stored one. */
function ReportForm(props: RecordFormProps<typeof reports, ReportValues>) {
  const topology = useTopology()
  const names = useProfileNames()
  const queries = useQueryClient()
  const schema = useMemo(
    () => reportSchema(topology.tags, (values) => queries.fetchQuery(unmatchedEntities(values))),
    [topology.tags, queries],
  )
  const form = useRecordForm(reportDefinition, props, { schema, fieldOf: reportFieldOf })
  const json = useReportImport(form.methods)
  const menu = (
    <FileMenu
      format="JSON"
      onExport={props.record && (() => exportReport(form.methods.getValues()))}
      onFile={json.start}
    />
  )
  return (
    <RecordFormPage {...props} form={form} width="full" menu={menu} lastImport={json}>
      {topology.error && (
        <Notice kind="warning">
          The topology cannot be read, so values are neither suggested nor checked. {topology.error.message}
        </Notice>
      )}
      {topology.isEmpty && (
        <Notice kind="info">The Web API has no topology of today, so values are neither suggested nor checked.</Notice>
      )}
      <ReportFields profiles={names} tags={topology.tags} scope={<ScopePanel name={props.record?.name} />} />
      <Readiness name={props.record?.name} />
    </RecordFormPage>
  )
}

const shared = { definition: reportDefinition, Form: ReportForm } as const

const cloneOf = (report: Report, mayChange: boolean) =>
  reportValuesOf({ ...report, name: '', groupname: mayChange ? report.groupname : '' })

export const reportPages = {
  ...objectPages({
    ...shared,
    Details: ReportDetails,
    restore: (old) => old,
    statesOf: ({ disabled }) => (disabled ? ['disabled'] : []),
  }),
  clone: <ClonePage {...shared} cloneOf={cloneOf} />,
}

interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const { apiid: _, ...fields } = reports.add.shape
const rules = z.object(fields)

/** A filter has no field of its own in the form: what is wrong with one is shown at the type. */
const reportFieldOf = (path: string): string => (/^(filter_tags|topology_types)\b/.test(path) ? 'topology_type' : path)

const contract = contractRules(reportValues, rules, inputOf, reportFieldOf)

/** The entities that match nothing in the topology; null if that is unknown. */
type FindUnmatched = (values: ReportValues) => Promise<Entities | null>

/**
 * The rules of the form. Values are compared with the topology as far as that is known: with the tags, and with the names
 * that only the server has. Without tags there is no topology.
 */
const reportSchema = (
  tags: TopologyTags | undefined,
  findUnmatched: FindUnmatched,
): z.ZodType<ReportValues, ReportValues> =>
  reportValues.superRefine(async (values, context) => {
    const ofContract = contract.safeParse(values).error?.issues ?? []
    const unmatched = tags ? await findUnmatched(values) : null
    for (const { path, message } of [...problemsOf(values, tags, unmatched), ...ofContract]) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })

function problemsOf(values: ReportValues, tags: TopologyTags | undefined, unmatched: Entities | null): Problem[] {
  const hasType = values.topology_type !== '' || values.stored.topology_types.length > 0
  const stored = readFilters(values.stored.filter_tags)
  const isSameType = topologyTypeOf(values.stored.topology_types) === values.topology_type
  return [
    ...limits.flatMap((limit) => (values[limit].trim() === '' ? [{ path: [limit], message: 'Required' }] : [])),
    ...(hasType ? [] : [{ path: ['topology_type'], message: 'Required' }]),
    ...cards.flatMap((card) => [
      ...problemsOfRows([card, 'tags'], values[card].tags, tags?.[card].tags),
      ...problemsOfRows([card, 'extensions'], values[card].extensions, tags?.[card].extensions),
      ...(['first', 'second'] as const).flatMap((part) =>
        problemsOfValues([card, part], values[card][part], {
          isEntity: true,
          unmatched: unmatched?.[card][part] ?? [],
          // Values of another type are not kept by mistake.
          stored: isSameType ? stored[card][part] : [],
        }),
      ),
    ]),
  ]
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
      ...problemsOfValues([...path, index, 'values'], values, {
        isEntity: false,
        // Nothing is known of the values of a name that the topology has lost.
        unmatched: valuesWithoutMatch(values, { isEntity: false, options: valuesOfTag(options, name) }),
        stored: isStoredName ? before.values : [],
      }),
    ]
  })
}

function problemsOfValues(
  path: Problem['path'],
  values: readonly string[],
  rules: Parameters<typeof problemOfValues>[1],
): Problem[] {
  const problem = problemOfValues(values, rules)
  return problem ? [{ path, message: problem.message }] : []
}
