import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { paths } from '#lib/paths.ts'
import { ReportDetails } from './ReportDetails.tsx'
import { reportDefinition } from './report-form.ts'

export const PublicReportPage = () => (
  <RecordDetailsPage definition={reportDefinition} paths={paths.publicReports} view="public" Details={ReportDetails} />
)
