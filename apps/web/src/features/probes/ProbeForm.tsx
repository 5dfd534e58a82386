import { packageLabel } from '@quatrain/contract/resources/package.ts'
import type { probes } from '@quatrain/contract/resources/probe.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { packageQueries } from '#features/packages/packages.queries.ts'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import { RecordFormPage } from '#kit/form/RecordFormPage.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import details from '#kit/page/details.module.css'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
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
        <TextField name="name" label="Name" description="Name of this probe." isMono />
        <SuggestField
          name="package"
          label="Package"
          description="Probe is part of selected package."
          suggestions={inNameOrder(data).map((value) => ({ value }))}
        />
        {error && <LoadFailure subject="The packages" error={error} retry={refetch} isBusy={isFetching} />}
        {children}
      </div>
      <section className={details.section} aria-labelledby="metadata">
        <h2 id="metadata">Probe metadata</h2>
        <div className={form.fields}>
          <TextField name="repository" label="Repository" description="Probe repository URL." />
          <TextField name="docurl" label="Documentation" description="Documentation URL." />
          <TextAreaField
            name="description"
            label="Description"
            description="Free text description outlining the purpose of this probe."
            rows={15}
          />
          <TextAreaField name="comment" label="Comment" description="Short comment about this version." rows={5} />
        </div>
      </section>
    </>
  )
}

/** The packages that a probe can be part of, as `name (version)`. */
const packageLabels = { ...packageQueries.list(), select: (all: readonly Named[]) => all.map(packageLabel) }

type Named = Parameters<typeof packageLabel>[0]
