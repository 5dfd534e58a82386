import type { ProbeCandidate, probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly } from '#kit/fields/fields-state.ts'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import { FieldSection } from '#kit/form/ReadOnlyForm.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { Moment } from '#kit/page/Moment.tsx'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { ExternalLink, LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { type CandidateValues, candidateDefinition, candidateSchema } from './probe-candidate-form.ts'
import classes from './probe-candidates.module.css'
import { ServiceTypeField } from './ServiceTypeField.tsx'
import { StatusEffect } from './StatusEffect.tsx'
import { StatusField } from './StatusField.tsx'
import { StatusMark } from './StatusMark.tsx'

const rules = { schema: candidateSchema }

/** The form of a probe candidate. */
export function ProbeCandidateForm(props: RecordFormProps<typeof probeCandidates, CandidateValues>) {
  const { record, base } = props
  return (
    <RecordFormPage {...props} form={useRecordForm(candidateDefinition, props, rules)}>
      <Fields
        effect={record && <StatusEffect loaded={{ record, etag: base.etag }} />}
        creation={record && <CreationInfo candidate={record} />}
      />
    </RecordFormPage>
  )
}

/** An old version of a probe candidate, read-only. Users who may read candidates may also change them. */
export const ProbeCandidateDetails = (props: DetailsProps<typeof probeCandidates, CandidateValues>) => (
  <ReadOnlyPage {...props} object={props.values.name}>
    <Fields />
  </ReadOnlyPage>
)

interface Props {
  /** Shown below the status. */
  readonly effect?: ReactNode
  /** Shown above the metadata: the times, and the mails to the submitter. */
  readonly creation?: ReactNode
}

/** The fields that the status requires have no mark of optional fields. */
function Fields({ effect, creation }: Props) {
  const status = useWatch<CandidateValues, 'status'>({ name: 'status' })
  const { contact, docurl } = useFormContext<CandidateValues>().getValues()
  const isReadOnly = useIsReadOnly()
  const optional = (label: string, requiringStatus?: string) =>
    isReadOnly || status === requiringStatus ? label : `${label} (optional)`
  return (
    <>
      <div>
        <div className={classes.first}>
          <TextField name="name" label="Name" isMono />
          <StatusField />
        </div>
        {effect}
      </div>
      <div className={form.fields}>
        {status === 'rejected' && <TextAreaField name="rejection_reason" label="Reason for rejection" rows={5} />}
        <TextAreaField name="description" label="Description" rows={4} />
      </div>
      <FieldSection title="Admin info">
        <ServiceTypeField isOptional={status === 'submitted'} />
        <TextField
          name="devel_url"
          label={optional('Devel UI URL', 'testing')}
          description="URL showing the results of probe testing"
        />
        <TextField
          name="production_url"
          label={optional('Production UI URL', 'deployed')}
          description="URL showing the results of deployed probe"
        />
      </FieldSection>
      {creation && <FieldSection title="Creation info">{creation}</FieldSection>}
      <FieldSection title="Probe metadata">
        <ExternalLink label="Documentation" url={docurl} />
        <TextField name="rpm" label={optional('RPM')} description="Name of RPM containing the probe" isMono />
        <TextField
          name="yum_baseurl"
          label={optional('YUM base URL')}
          description="Base URL of YUM repo containing the probe RPM"
        />
        <TextField name="script" label={optional('Script')} description="URL of script with probe code" />
      </FieldSection>
      <FieldSection title="Metric info">
        <TextAreaField name="command" label="Command" rows={5} />
      </FieldSection>
      <FieldSection title="Contact info">
        <ValueText label="Email" value={contact} />
      </FieldSection>
    </>
  )
}

/** When the candidate was submitted and last saved, and the mails to its submitter. */
const CreationInfo = ({ candidate }: { readonly candidate: ProbeCandidate }) => (
  <div className={classes.facts}>
    <LabelledValue label="Created">
      <Moment iso={candidate.created} />
    </LabelledValue>
    <LabelledValue label="Last update">
      <Moment iso={candidate.last_update} />
    </LabelledValue>
    <LabelledValue label="Mails sent about">
      {candidate.mailed.length === 0 ? (
        <NoValue />
      ) : (
        <span className={classes.marks}>
          {candidate.mailed.map((status) => (
            <StatusMark key={status} status={status} />
          ))}
        </span>
      )}
    </LabelledValue>
  </div>
)
