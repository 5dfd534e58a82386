import type { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { objectPages } from '#kit/resource/object-pages.tsx'
import { AggregationFields, AggregationProfileUsage, GroupsField } from './AggregationFields.tsx'
import { AggregationProfileDetails } from './AggregationProfileDetailsPage.tsx'
import {
  type AggregationProfileValues,
  aggregationDocumentOf,
  aggregationProfileDefinition,
  aggregationProfileSchema,
  aggregationTables,
} from './aggregation-profile-form.ts'
import { OutOfSync } from './OutOfSync.tsx'
import { ProfileFormula } from './simulator/ProfileFormula.tsx'
import { exportProfile, useProfileImport } from './use-profile-import.ts'
import { useMetricProfileNames } from './use-profile-services.ts'

const rules = { schema: aggregationProfileSchema, fieldOf: aggregationTables.fieldOf }

/** The form of an aggregation profile: of a new one and of a stored one. */
function AggregationProfileForm(props: RecordFormProps<typeof aggregationProfiles, AggregationProfileValues>) {
  const { record } = props
  const form = useRecordForm(aggregationProfileDefinition, props, rules)
  const json = useProfileImport(form.methods)
  const metricProfiles = useMetricProfileNames()
  const menu = (
    <FileMenu
      format="JSON"
      onExport={record && (() => exportProfile(record.name, aggregationDocumentOf(form.methods.getValues())))}
      onFile={json.start}
    />
  )
  return (
    <RecordFormPage {...props} form={form} width="full" menu={menu} lastImport={json}>
      <OutOfSync isNew={record === undefined} />
      <AggregationFields fixedName={record && 'The name cannot be changed.'} metricProfiles={metricProfiles} />
      <GroupsField key={json.round} base={form.base.values} />
      <ProfileFormula />
      {record && <AggregationProfileUsage {...record} />}
    </RecordFormPage>
  )
}

export const aggregationProfilePages = objectPages({
  definition: aggregationProfileDefinition,
  Form: AggregationProfileForm,
  Details: AggregationProfileDetails,
  restore: (old, now) => ({ ...aggregationTables.beside(old, now), name: now.name }),
})
