import type { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { type ReactNode, useMemo } from 'react'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { csv as csvFormat, FileMenu } from '#kit/imports/FileMenu.tsx'
import { MetricProfileFields } from './MetricProfileDetails.tsx'
import { MetricProfileUsage } from './MetricProfileUsage.tsx'
import {
  fieldOfMetricProfile,
  type MetricProfileValues,
  metricProfileDefinition,
  metricProfileSchema,
  pairRules,
} from './metric-profile-form.ts'
import { PairsField } from './PairsField.tsx'
import { exportPairs, exportTemplate } from './pair-files.ts'
import { pairRows, pairsOfRows } from './pair-rows.ts'
import { useKnownParts } from './use-known-parts.ts'
import { usePairImport } from './use-pair-import.ts'

interface Props extends RecordFormProps<typeof metricProfiles, MetricProfileValues> {
  /** Between the fields and the pairs. */
  readonly children?: ReactNode
}

/** The form of a metric profile: of a new one, of a clone, of a stored one. */
export function MetricProfileForm(props: Props) {
  const { base, record, children } = props
  const knownParts = useKnownParts()
  const schema = useMemo(() => metricProfileSchema(knownParts, base.values.services), [knownParts, base])
  const form = useRecordForm(metricProfileDefinition, props, { schema, fieldOf: fieldOfMetricProfile })
  const stored = form.base.values.services
  const rules = useMemo(() => pairRules(knownParts, stored), [knownParts, stored])
  const csv = usePairImport({ methods: form.methods, stored, rules, knownParts })
  const exportRows = (name: string) => {
    const rows = form.methods.getValues('services')
    void exportPairs(name, pairsOfRows(rows), pairRows.countChanges(stored, rows) > 0)
  }
  const menu = (
    <FileMenu
      format={csvFormat}
      onExport={record && (() => exportRows(record.name))}
      onFile={(file) => void csv.start(file)}
      onTemplate={() => void exportTemplate()}
    />
  )
  return (
    <RecordFormPage {...props} form={form} width="full" menu={menu} lastImport={csv}>
      <MetricProfileFields {...(record && { fixedName: 'The name cannot be changed.' })} />
      {children}
      <PairsField key={csv.round} base={form.base.values} />
      {record && <MetricProfileUsage {...record} />}
    </RecordFormPage>
  )
}
