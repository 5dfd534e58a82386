import { type Probe, probes } from '@quatrain/contract/resources/probe.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { readAgain } from '#kit/form/read-again.ts'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import type { Base } from '#kit/write/form-definition.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ProbeFields } from './ProbeFields.tsx'
import { ProbeUsage } from './ProbeUsage.tsx'
import { packageLabels } from './package-labels.ts'
import { type ProbeValues, probeDefinition, probeSchema, valuesOf } from './probe-form.ts'
import { UpdateTemplates } from './UpdateTemplates.tsx'
import { FirstVersion, StoredVersion } from './VersionOutcome.tsx'

interface Props {
  readonly title: string
  readonly draftName: string
  /** What is stored; an empty form for a probe that is not there yet. */
  readonly base: Base<ProbeValues>
  readonly initial?: ProbeValues
  readonly restoredFrom?: number
  /** The stored probe that is changed; nothing for a new one. */
  readonly probe?: Pick<Probe, 'id' | 'name' | 'version'>
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** The form of a probe: of a new one, of a clone, of a stored one. */
export function ProbeForm(props: Props) {
  const { title, base, probe, actions, notice } = props
  const queryClient = useQueryClient()
  const { data: labels } = useQuery(packageLabels)
  const schema = useMemo(() => probeSchema(labels, base.values.package), [labels, base])
  const form = useResourceForm({
    ...props,
    definition: probeDefinition,
    stored: probe?.name,
    schema,
    ...(probe && {
      reload: async () => {
        const { record, etag } = await readAgain(queryClient, probes, probe.id)
        return { values: valuesOf(record), etag }
      },
    }),
  })
  return (
    <PageFrame title={title} object={probe?.name} actions={actions} width="reading">
      {notice}
      <ResourceForm form={form}>
        <ProbeFields>
          {probe ? (
            <>
              <StoredVersion stored={probe} />
              <UpdateTemplates stored={probe} />
            </>
          ) : (
            <FirstVersion />
          )}
        </ProbeFields>
        {probe && <ProbeUsage name={probe.name} />}
      </ResourceForm>
    </PageFrame>
  )
}
