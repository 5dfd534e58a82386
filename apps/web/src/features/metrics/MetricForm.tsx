import { type Metric, metrics, pathKey } from '@quatrain/contract/resources/metric.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GroupField } from '#kit/fields/GroupField.tsx'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { readAgain } from '#kit/form/read-again.ts'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { fixedKeyRows, type KeyValueRow } from '#kit/rows/key-value-rows.ts'
import { CompactRowsField } from '#kit/rows/RowsField.tsx'
import type { Base } from '#kit/write/form-definition.ts'
import { meaningOfConfigKey } from '#lib/config-keys.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { MetricConfiguration } from './MetricConfiguration.tsx'
import { MetricIdentity } from './MetricIdentity.tsx'
import { fieldOf, type MetricValues, metricFormDefinition, metricSchema, valuesOf } from './metric-form.ts'
import { ProbeOfMetric } from './ProbeOfMetric.tsx'

interface Props {
  readonly metric: Metric
  readonly draftName: string
  readonly base: Base<MetricValues>
  readonly initial?: MetricValues
  readonly restoredFrom?: number
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** The form of a metric: its group and the values of its configuration; the rest is the template's and can be read. */
export function MetricForm(props: Props) {
  const { metric, actions, notice } = props
  const queryClient = useQueryClient()
  const form = useResourceForm({
    ...props,
    definition: metricFormDefinition,
    stored: metric.name,
    schema: metricSchema,
    fieldOf,
    reload: async () => {
      const { record, etag } = await readAgain(queryClient, metrics, metric.id)
      return { values: valuesOf(record), etag }
    },
  })
  return (
    <PageFrame title="Change metric" object={metric.name} actions={actions} width="reading">
      {notice}
      <ResourceForm form={form}>
        <MetricIdentity
          metric={metric}
          profiles={metric.profiles}
          group={<GroupField name="group" kind="metrics" description="Metric is member of selected group." />}
        />
        <MetricConfiguration
          metric={metric}
          config={
            <CompactRowsField
              name="config"
              definition={fixedKeyRows}
              stored={form.base.values.config}
              label="Config"
              isFixed
              suggestionsOf={noSuggestions}
              hintOf={meaningOfConfigKey}
              lockOf={lockOf}
            />
          }
        />
        <ProbeOfMetric probeversion={metric.probeversion} view="member" />
      </ResourceForm>
    </PageFrame>
  )
}

const noSuggestions = () => []
const lockOf = ({ key }: KeyValueRow) => (key === pathKey ? 'Comes from the metric template.' : undefined)
