import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { readAgain } from '#kit/form/read-again.ts'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import type { Base } from '#kit/write/form-definition.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ConfigurationFields } from './ConfigurationFields.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { fieldOf, metricTemplateSchema, type TemplateValues, valuesOf } from './metric-template-form.ts'
import { useProbeLabels } from './ProbeField.tsx'
import { SaveEffect } from './SaveEffect.tsx'
import { useTemplateSuggestions } from './suggestions.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { UsedBy } from './UsedBy.tsx'

interface Props {
  readonly title: string
  readonly draftName: string
  /** What is stored; an empty form for a template that is not there yet. */
  readonly base: Base<TemplateValues>
  readonly initial?: TemplateValues
  readonly restoredFrom?: number
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  readonly nameHelp?: string
}

/** The form of a metric template: of a new one, of a clone, of a stored one. */
export function MetricTemplateForm(props: Props) {
  const { title, base, actions, notice, nameHelp = 'Metric name.' } = props
  const queryClient = useQueryClient()
  const suggestions = useTemplateSuggestions()
  const probes = useProbeLabels()
  const { id, name, probeversion } = base.values
  const stored = id === 0 ? undefined : name
  const schema = useMemo(() => metricTemplateSchema(probes, probeversion), [probes, probeversion])
  const form = useResourceForm({
    ...props,
    definition: metricTemplateDefinition,
    stored,
    schema,
    fieldOf,
    ...(stored !== undefined && {
      reload: async () => {
        const { record, etag } = await readAgain(queryClient, metricTemplates, id)
        return { values: valuesOf(record), etag }
      },
    }),
  })
  return (
    <PageFrame title={title} object={stored} actions={actions}>
      {notice}
      <ResourceForm form={form}>
        {stored !== undefined && <SaveEffect stored={form.base.values} />}
        <TemplateFields suggestions={suggestions} nameHelp={nameHelp} />
        <ConfigurationFields base={form.base.values} suggestions={suggestions} />
        {stored !== undefined && <UsedBy name={stored} />}
      </ResourceForm>
    </PageFrame>
  )
}
