import type { reports } from '@quatrain/contract/resources/report.ts'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { type DetailsProps, ReadOnlyPage, readOnlyPages } from '#kit/resource/read-pages.tsx'
import { paths } from '#lib/paths.ts'
import { Readiness } from './Readiness.tsx'
import { ReportFields } from './ReportFields.tsx'
import { reportDefinition } from './report-form.ts'
import type { ReportValues } from './report-values.ts'
import { ScopePanel } from './ScopePanel.tsx'
import { exportReport } from './use-report-import.ts'

/** A report, read-only. It is shown as stored, without asking for the topology; an old version is compared with it. */
export function ReportDetails(props: DetailsProps<typeof reports, ReportValues>) {
  const { view, record, object, values } = props
  const isCurrent = record !== undefined && view === 'member'
  return (
    <ReadOnlyPage
      {...props}
      width="full"
      menu={isCurrent && <FileMenu format="JSON" onExport={() => exportReport(values)} />}
    >
      <ReportFields view={view} scope={view === 'member' && <ScopePanel name={record ? undefined : object} />} />
      {isCurrent && <Readiness />}
    </ReadOnlyPage>
  )
}

export const publicReportPages = readOnlyPages({
  definition: reportDefinition,
  paths: paths.publicReports,
  view: 'public',
  Details: ReportDetails,
})
