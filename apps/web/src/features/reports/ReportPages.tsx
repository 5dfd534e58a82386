import { type Report, reports } from '@quatrain/contract/resources/report.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { ReportDetails } from './ReportDetails.tsx'
import { ReportForm } from './ReportForm.tsx'
import { reportDefinition } from './report-form.ts'
import { reportValuesOf } from './report-values.ts'

const definition = reportDefinition
const shared = { definition, Form: ReportForm, Details: ReportDetails } as const
export const AddReportPage = () => <AddPage definition={definition} Form={ReportForm} />
export function CloneReportPage() {
  const may = useMay()
  // The server would refuse a group that the user may not assign, so none is selected.
  const cloneOf = (report: Report) =>
    reportValuesOf({ ...report, name: '', groupname: may('change', reports, report) ? report.groupname : '' })
  return <ClonePage definition={definition} Form={ReportForm} cloneOf={cloneOf} />
}
export const ChangeReportPage = () => (
  <StoredRecordPage {...shared} restore={(old) => old} statesOf={({ disabled }) => (disabled ? ['disabled'] : [])} />
)
export const reportHistory = historyPages(shared)
