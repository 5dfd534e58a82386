import type { Report, reports } from '@quatrain/contract/resources/report.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import { Notice } from '#ui/Notice.tsx'
import { unmatchedEntities } from './entities.ts'
import { Readiness } from './Readiness.tsx'
import { ReportDetails } from './ReportDetailsPage.tsx'
import { ReportFields } from './ReportFields.tsx'
import { reportDefinition } from './report-form.ts'
import { reportFieldOf, reportSchema } from './report-rules.ts'
import { type ReportValues, reportValuesOf } from './report-values.ts'
import { ScopePanel } from './ScopePanel.tsx'
import { useProfileNames } from './use-readiness.ts'
import { exportReport, useReportImport } from './use-report-import.ts'
import { useTopology } from './use-topology.ts'

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
