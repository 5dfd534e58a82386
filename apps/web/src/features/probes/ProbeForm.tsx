import { packageLabel } from '@quatrain/contract/resources/package.ts'
import type { probes } from '@quatrain/contract/resources/probe.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { packageQueries } from '#features/packages/packages.queries.ts'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { Section } from '#kit/page/Section.tsx'
import { inNameOrder } from '#lib/name-order.ts'
import { ProbeUsage } from './ProbeUsage.tsx'
import { type ProbeValues, probeDefinition, probeSchema } from './probe-form.ts'
import { UpdateTemplates } from './UpdateTemplates.tsx'
import { FirstVersion, StoredVersion } from './VersionOutcome.tsx'

/** The form of a probe: of a new one, of a clone, of a stored one. */
export function ProbeForm(props: RecordFormProps<typeof probes, ProbeValues>) {
  const { base, record } = props
  const { data: labels } = useQuery(packageLabels)
  const schema = useMemo(() => probeSchema(labels, base.values.package), [labels, base])
  return (
    <RecordFormPage {...props} form={useRecordForm(probeDefinition, props, { schema })}>
      <ProbeFields>
        {record ? (
          <>
            <StoredVersion stored={record} />
            <UpdateTemplates stored={record} />
          </>
        ) : (
          <FirstVersion />
        )}
      </ProbeFields>
      {record && <ProbeUsage name={record.name} />}
    </RecordFormPage>
  )
}

/** The fields of a probe. `children` follow the package. */
function ProbeFields({ children }: { readonly children: ReactNode }) {
  const { data = [], error, isFetching, refetch } = useQuery(packageLabels)
  return (
    <>
      <div className={form.fields}>
        <TextField name="name" label="Name" isMono />
        <SuggestField name="package" label="Package" suggestions={inNameOrder(data).map((value) => ({ value }))} />
        {error && <LoadFailure subject="The packages" error={error} retry={refetch} isBusy={isFetching} />}
        {children}
      </div>
      <Section title="Probe metadata">
        <div className={form.fields}>
          <TextField name="repository" label="Repository" description="The address of the source." />
          <TextField name="docurl" label="Documentation" />
          <TextAreaField name="description" label="Description" rows={15} />
          <TextAreaField name="comment" label="Comment" description="Short comment about this version." rows={5} />
        </div>
      </Section>
    </>
  )
}

/** The packages that a probe can be part of, as `name (version)`. */
const packageLabels = { ...packageQueries.list(), select: (all: readonly Named[]) => all.map(packageLabel) }

type Named = Parameters<typeof packageLabel>[0]
