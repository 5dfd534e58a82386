import type { reports } from '@quatrain/contract/resources/report.ts'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { ReportFields } from './ReportFields.tsx'
import type { ReportValues } from './report-values.ts'
import { ScopePanel } from './ScopePanel.tsx'

/** A report, read-only. It is shown as stored, without asking for the topology; an old version is compared with it. */
export const ReportDetails = (props: DetailsProps<typeof reports, ReportValues>) => (
  <ReadOnlyPage {...props} width="full">
    <ReportFields
      view={props.view}
      scope={props.view === 'member' && <ScopePanel name={props.record ? undefined : props.object} />}
    />
  </ReadOnlyPage>
)
