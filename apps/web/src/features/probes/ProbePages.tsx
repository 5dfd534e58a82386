import { Checkbox } from '@mantine/core'
import { packageLabel } from '@quatrain/contract/resources/package.ts'
import { type Probe, packageVersion, probes, whatSavingDoes } from '@quatrain/contract/resources/probe.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { packageQueries } from '#features/packages/packages.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { SuggestField, TextAreaField, TextField } from '#kit/fields/fields.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { LoadFailure, ReadOnlyBanner } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, historyPages } from '#kit/resource/read-pages.tsx'
import { counted, inNameOrder } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue, NoValue } from '#ui/ValueText.tsx'
import { ProbeDetails, ProbeVersion } from './ProbeDetails.tsx'
import { ProbeUsage } from './ProbeUsage.tsx'
import { type ProbeValues, probeDefinition, probeSchema, probeValuesOf } from './probe-form.ts'
import { probeQueries, usageOfProbe } from './probes.queries.ts'

/** The form of a probe: of a new one, of a clone, of a stored one. */
function ProbeForm(props: RecordFormProps<typeof probes, ProbeValues>) {
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

interface Stored {
  readonly name: string
  readonly version: string
}

/** What saving does to the versions of a stored probe; undefined while they are being loaded. */
function useOutcome({ name, version }: Stored) {
  const label = useWatch<ProbeValues, 'package'>({ name: 'package' })
  const chosenVersion = packageVersion(label)
  const isOther = chosenVersion !== '' && chosenVersion !== version
  const { data: earlier } = useQuery({ ...probeQueries.versionsCalled(name, chosenVersion), enabled: isOther })
  if (chosenVersion === version) return { does: 'update', version } as const
  if (!isOther || !earlier) return undefined
  const knownVersions = earlier.map((head) => head.version)
  return { does: whatSavingDoes(version, knownVersions, chosenVersion), version: chosenVersion }
}

/** The version of a stored probe, and what saving would do to it. */
function StoredVersion({ stored }: { readonly stored: Stored }) {
  const outcome = useOutcome(stored)
  return (
    <LabelledValue label="Version">
      <VersionText />
      <p role="status">{outcome && sentences[outcome.does](outcome.version, stored.version)}</p>
    </LabelledValue>
  )
}

const sentences = {
  update: (version: string) => `Saving updates version ${version}.`,
  add: (version: string, current: string) => `Saving adds version ${version}. Version ${current} does not change.`,
  restore: (version: string, current: string) =>
    `Saving restores version ${version} and updates it. Version ${current} does not change.`,
}

/** The version of a new probe. */
const FirstVersion = () => (
  <LabelledValue label="Version">
    <VersionText />
    <p>The version is that of the package.</p>
  </LabelledValue>
)

function VersionText() {
  const version = packageVersion(useWatch<ProbeValues, 'package'>({ name: 'package' }))
  return <span className="mono">{version === '' ? <NoValue /> : version}</span>
}

interface Props {
  readonly stored: { readonly name: string; readonly version: string }
}

/** Whether to update metric templates to the version that the save adds; hidden if it adds none. */
function UpdateTemplates({ stored }: Props) {
  const { register } = useFormContext<ProbeValues>()
  const outcome = useOutcome(stored)
  const { data } = useQuery(usageOfProbe(stored.name))
  const templates = data?.find(({ version }) => version === stored.version)?.templates.length
  const isMoot = outcome === undefined || outcome.does === 'update'
  return (
    <Checkbox
      {...register('update_metrics')}
      label="Update metric templates"
      description={isMoot ? mootWhy : sentenceFor(templates, stored.version, outcome.version)}
      aria-disabled={isMoot}
      disabled={isMoot}
    />
  )
}

const mootWhy = 'Update all associated metric templates. Asked for only when the version changes.'

const sentenceFor = (templates: number | undefined, from: string, to: string) => {
  if (templates === undefined) return 'Update all associated metric templates.'
  if (templates === 0) return `No metric template is on version ${from}.`
  return `Update all associated metric templates: ${counted(templates, 'template')} on version ${from} ${templates === 1 ? 'goes' : 'go'} on to ${to}.`
}

const Details = ({ values, record, ...page }: DetailsProps<typeof probes, ProbeValues>) => (
  <ProbeDetails {...page} probe={values} notice={<ReadOnly />}>
    {record && <ProbeUsage name={record.name} />}
  </ProbeDetails>
)

/** No group of a tenant gives the right to change a probe. */
function ReadOnly() {
  const { caller } = useConsoleContext()
  if (caller.deployment === 'super') return <ReadOnlyBanner resource={probes} />
  return (
    <Notice kind="info" icon="lock">
      All tenants share the probes. They are changed in the console of the super-tenant.
    </Notice>
  )
}

const shared = { definition: probeDefinition, Form: ProbeForm } as const

const cloneOf = ({ id, ...probe }: Probe) => ({
  ...probeValuesOf({ ...probe, name: `${probe.name}-clone` }),
  cloned_from: id,
})

export const probePages = {
  ...objectPages({
    ...shared,
    Details,
    // The probe keeps its current name.
    restore: (old, now) => ({ ...now, ...old, name: now.name }),
    saving: 'Saving makes it the current one again.',
  }),
  clone: <ClonePage {...shared} cloneOf={cloneOf} />,
  ...historyPages({ definition: probeDefinition, Details: ProbeVersion }),
}
