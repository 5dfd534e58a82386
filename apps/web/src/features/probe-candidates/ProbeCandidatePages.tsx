import {
  type ProbeCandidate,
  probeCandidateStatuses,
  type probeCandidates,
} from '@quatrain/contract/resources/probe-candidate.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { serviceTypes } from '#features/service-types/service-types.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { queryOf } from '#kit/api/queries.ts'
import { SuggestField, TextAreaField, TextField, useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import { FieldSection } from '#kit/form/ReadOnlyForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import details from '#kit/page/details.module.css'
import { Moment } from '#kit/page/Moment.tsx'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { StoredRecordPage } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, historyPages, ReadOnlyPage } from '#kit/resource/read-pages.tsx'
import { compareNames } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { ExternalLink, LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { type CandidateValues, candidateDefinition, candidateSchema } from './probe-candidate-form.ts'
import classes from './probe-candidates.module.css'
import { StatusEffect } from './StatusEffect.tsx'
import { StatusMark } from './StatusMark.tsx'

const rules = { schema: candidateSchema }

/** The form of a probe candidate. */
function ProbeCandidateForm(props: RecordFormProps<typeof probeCandidates, CandidateValues>) {
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
const ProbeCandidateDetails = (props: DetailsProps<typeof probeCandidates, CandidateValues>) => (
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
      <div className={details.card}>
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

/** One of the tenant's service types; its title if the tenant uses titles, which is stored then. */
function ServiceTypeField({ isOptional }: { readonly isOptional: boolean }) {
  const { use_service_title: hasTitles } = useConsoleContext().options
  const { data: types, error, isFetching, refetch } = useQuery(serviceTypes)
  const suggestions = useMemo(
    () =>
      (types ?? [])
        .map(({ name, title }) => (hasTitles && title !== '' ? { value: title, hint: name } : { value: name }))
        .toSorted((a, b) => compareNames(a.value, b.value)),
    [types, hasTitles],
  )
  return (
    <>
      <SuggestField
        name="service_type"
        label="Service type"
        description="Suggested service type for testing"
        suggestions={suggestions}
        isOptional={isOptional}
      />
      {error && <LoadFailure subject="The service types" error={error} retry={refetch} isBusy={isFetching} />}
    </>
  )
}

/** The fields that another status requires, or no longer requires. */
const following = ['service_type', 'devel_url', 'production_url', 'rejection_reason'] as const

/**
 * The status of the candidate. A change validates fields with errors again, because the status may have caused them.
 */
function StatusField() {
  const { field } = useController<CandidateValues, 'status'>({ name: 'status' })
  const { trigger, getFieldState } = useFormContext<CandidateValues>()
  const { data: statuses = [] } = useQuery(statusNames)
  const problem = useProblem('status')
  if (useIsReadOnly()) return <ValueText label="Status" value={field.value} />
  return (
    <NativeSelect
      {...field}
      label="Status"
      error={problem}
      data={statuses.includes(field.value) ? statuses : [field.value, ...statuses]}
      onChange={(event) => {
        field.onChange(event)
        void trigger(following.filter((name) => getFieldState(name).invalid))
      }}
    />
  )
}

/** The possible statuses. They do not change while a page is open. */
const statusNames = queryOptions({
  ...queryOf(['probecandidatestatuses'], probeCandidateStatuses, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

const shared = { definition: candidateDefinition, Form: ProbeCandidateForm, Details: ProbeCandidateDetails } as const

export const probeCandidatePages = {
  details: (
    <StoredRecordPage
      {...shared}
      restore={(old, { id, contact }) => ({ ...old, id, contact })}
      saving="Saving adds a new version. Mails that were sent since are not revoked."
    />
  ),
  ...historyPages(shared),
}
