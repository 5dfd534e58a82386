import { reports } from '@quatrain/contract/resources/report.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { ReportDetails } from './ReportDetails.tsx'
import { ReportForm } from './ReportForm.tsx'
import { reportDefinition } from './report-form.ts'

const definition = reportDefinition
const shared = { definition, Form: ReportForm, Details: ReportDetails } as const
const history = { resource: reports, paths: paths.reports } as const

export const AddReportPage = () => <AddPage definition={definition} Form={ReportForm} />
export const ChangeReportPage = () => <StoredRecordPage {...shared} restore={(old) => old} />
export const ReportHistoryPage = () => <ResourceHistoryPage {...history} />
export const ReportVersionPage = () => <VersionPage {...shared} />
export const ReportComparePage = () => <ResourceComparePage {...history} />
