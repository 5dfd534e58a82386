import { WithRestored } from '#kit/history/WithRestored.tsx'
import type { Base } from '#kit/write/form-definition.ts'
import { MetricTagForm } from './MetricTagForm.tsx'
import { type MetricTagValues, metricTagDefinition } from './metric-tag-form.ts'

interface Props {
  readonly base: Base<MetricTagValues>
  readonly stored: string
  readonly version: string
}

/** The form of a stored tag with the values of an old version, and what saving them would change. */
export const RestoreMetricTag = ({ base, stored, version }: Props) => (
  <WithRestored
    definition={metricTagDefinition}
    version={version}
    now={base.values}
    begin={(old) => ({ ...base.values, ...old })}
  >
    {({ values, ...restored }) => (
      <MetricTagForm
        title="Change metric tag"
        draftName={`restore.${version}.${stored}`}
        base={base}
        initial={values}
        stored={stored}
        {...restored}
      />
    )}
  </WithRestored>
)
