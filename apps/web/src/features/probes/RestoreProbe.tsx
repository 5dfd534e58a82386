import type { Probe } from '@quatrain/contract/resources/probe.ts'
import { WithRestored } from '#kit/history/WithRestored.tsx'
import type { Base } from '#kit/write/form-definition.ts'
import { ProbeForm } from './ProbeForm.tsx'
import { type ProbeValues, probeDefinition } from './probe-form.ts'

interface Props {
  readonly base: Base<ProbeValues>
  readonly probe: Probe
  readonly version: string
}

/** The form of a stored probe with the values of an old version: it is the same probe, whatever it was called. */
export const RestoreProbe = ({ base, probe, version }: Props) => (
  <WithRestored
    definition={probeDefinition}
    version={version}
    now={base.values}
    begin={(old) => ({ ...base.values, ...old, name: base.values.name })}
    saving="Saving makes it the current one again."
  >
    {({ values, ...restored }) => (
      <ProbeForm
        title="Change probe"
        draftName={`restore.${version}.${probe.name}`}
        base={base}
        initial={values}
        probe={probe}
        {...restored}
      />
    )}
  </WithRestored>
)
