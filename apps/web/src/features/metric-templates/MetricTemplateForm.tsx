import type { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useMemo } from 'react'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { ConfigurationFields } from './ConfigurationFields.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { fieldOfTemplate, metricTemplateSchema, type TemplateValues } from './metric-template-form.ts'
import { useProbeLabels } from './ProbeField.tsx'
import { SaveEffect } from './SaveEffect.tsx'
import { useTemplateSuggestions } from './suggestions.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { UsedBy } from './UsedBy.tsx'

interface Props extends RecordFormProps<typeof metricTemplates, TemplateValues> {
  readonly nameHelp?: string
}

/** The form of a metric template: of a new one, of a clone, of a stored one. */
export function MetricTemplateForm(props: Props) {
  const { base, record, nameHelp } = props
  const suggestions = useTemplateSuggestions()
  const probes = useProbeLabels()
  const { probeversion } = base.values
  const schema = useMemo(() => metricTemplateSchema(probes, probeversion), [probes, probeversion])
  const form = useRecordForm(metricTemplateDefinition, props, { schema, fieldOf: fieldOfTemplate })
  return (
    <RecordFormPage {...props} form={form} width="full">
      {record && <SaveEffect stored={form.base.values} />}
      <TemplateFields suggestions={suggestions} nameHelp={nameHelp} />
      <ConfigurationFields base={form.base.values} suggestions={suggestions} />
      {record && <UsedBy name={record.name} />}
    </RecordFormPage>
  )
}
