import { WithRestored } from '#kit/history/WithRestored.tsx'
import type { Base } from '#kit/write/form-definition.ts'
import { MetricProfileForm } from './MetricProfileForm.tsx'
import { type MetricProfileValues, metricProfileDefinition, valuesBeside } from './metric-profile-form.ts'

interface Props {
  readonly base: Base<MetricProfileValues>
  readonly apiid: string
  readonly version: string
}

/** The form of a stored profile with the values of an old version, and what saving them would change. */
export const RestoreMetricProfile = ({ base, apiid, version }: Props) => (
  <WithRestored definition={metricProfileDefinition} version={version} now={base.values}>
    {({ values, ...old }) => (
      <MetricProfileForm
        {...old}
        title="Change metric profile"
        draftName={`restore.${version}.${base.values.name}`}
        base={base}
        initial={{ ...valuesBeside(values, base.values), name: base.values.name }}
        apiid={apiid}
      />
    )}
  </WithRestored>
)
