import { type MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { ReactNode } from 'react'
import { csv, FileMenu } from '#kit/imports/FileMenu.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { MetricProfileDetails } from './MetricProfileDetails.tsx'
import { valuesOf } from './metric-profile-form.ts'
import { exportPairs } from './pair-files.ts'
import { useKnownParts } from './use-known-parts.ts'

interface Props {
  readonly record: MetricProfile
  readonly actions: ReactNode
}

/** A metric profile for whoever may not change it. What is unknown in it is marked as soon as that is known. */
export function ReadOnlyMetricProfile({ record, actions }: Props) {
  const known = useKnownParts()
  return (
    <MetricProfileDetails
      values={valuesOf(record)}
      known={known}
      actions={
        <>
          <FileMenu format={csv} onExport={() => void exportPairs(record.name, record.services, false)} />
          {actions}
        </>
      }
      notice={<ReadOnlyBanner resource={metricProfiles} record={record} />}
    />
  )
}
