import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import { SideEffects, sideEffectsIn } from '#kit/write/SideEffects.tsx'
import type { ConfirmationProps } from '#kit/write/use-previewed-write.ts'

interface Props extends ConfirmationProps {
  readonly tenant: string
}

const kinds = { [metrics.kind]: {}, [metricProfiles.kind]: {} }

/** Confirms taking a tenant back to before a roll-out, with what changes there. */
export function RevertDialog({ tenant, preview, hasPreviewChanged, close }: Props) {
  const sideEffects = sideEffectsIn(preview, [])
  return (
    <ConfirmWriteDialog
      title={`Revert ${tenant}`}
      question={`Take ${tenant} back to before this roll-out?`}
      keep="Keep it"
      {...{ hasPreviewChanged, close }}
    >
      <p>
        The tenant sees the former content again, until somebody runs the roll-out there. Later roll-outs wait for that.
        Values that the tenant has set are kept: also those of keys that it loses, for when it has them again.
      </p>
      {sideEffects.length === 0 && <p>No metric of the tenant changes.</p>}
      <SideEffects others={sideEffects} notices={preview.notices} kinds={kinds} more={preview.more} />
    </ConfirmWriteDialog>
  )
}
