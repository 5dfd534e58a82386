import type { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { RulesField } from './RulesField.tsx'
import { ThresholdsProfileFields } from './ThresholdsProfileDetails.tsx'
import { ThresholdsProfileUsage } from './ThresholdsProfileUsage.tsx'
import {
  fieldOfThresholdsProfile,
  type ThresholdsProfileValues,
  thresholdsProfileDefinition,
  thresholdsProfileSchema,
} from './thresholds-profile-form.ts'

const rules = { schema: thresholdsProfileSchema, fieldOf: fieldOfThresholdsProfile }

/** The form of a thresholds profile: of a new one and of a stored one. */
export function ThresholdsProfileForm(props: RecordFormProps<typeof thresholdsProfiles, ThresholdsProfileValues>) {
  const form = useRecordForm(thresholdsProfileDefinition, props, rules)
  return (
    <RecordFormPage {...props} form={form} width="full">
      <ThresholdsProfileFields fixedName={props.record && 'The name cannot be changed.'} />
      <RulesField base={form.base.values} isNew={props.record === undefined} />
      {props.record && <ThresholdsProfileUsage apiid={props.record.apiid} />}
    </RecordFormPage>
  )
}
