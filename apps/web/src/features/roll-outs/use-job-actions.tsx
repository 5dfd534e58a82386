import { changeRollOutJobs, type JobActions, revertTenant } from '@quatrain/contract/catalogue/roll-outs.ts'
import { problemOfDue, usualDelayDays } from '@quatrain/contract/kit/roll-out-choice.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#kit/api/call.ts'
import { writeOf } from '#kit/api/write.ts'
import { MomentInput } from '#kit/page/DateInput.tsx'
import { ConfirmWriteDialog, SideEffects, sideEffectsIn } from '#kit/write/ConfirmWriteDialog.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import type { ConfirmationProps } from '#kit/write/write-in-dialog.ts'
import { inDays } from '#lib/dates.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { tell } from '#ui/messages.ts'
import { abbreviated } from './roll-out-words.ts'
import { rollOutsQuery } from './roll-outs.queries.ts'

/** The writes of the page of a roll-out. */
export interface JobWrites {
  readonly act: (action: JobActions) => void
  /** Asks for a time first. */
  readonly defer: (tenants: readonly string[]) => void
  readonly revert: (tenant: string) => void
  readonly isPending: boolean
}

/** Runs, pauses, defers or reverts jobs of a roll-out, and reads it again, also if that was refused. */
export function useJobActions(id: number): JobWrites {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: rollOutsQuery.queryKey })
  const acting = useWriting({
    async mutationFn(actions: JobActions) {
      const action = actions.action === 'defer' ? await deferral(actions.tenants) : actions
      if (!action) return []
      const { tenants: changed } = await call(changeRollOutJobs, { params: { id }, body: action })
      return action.tenants.filter((tenant) => !changed.includes(tenant))
    },
    onSuccess(unchanged) {
      if (unchanged.length > 0) {
        const lines = [`Done or deleted meanwhile: ${abbreviated(unchanged)}`]
        tell.warning({ title: `${counted(unchanged.length, 'tenant')} not changed`, lines })
      }
    },
    doing: 'changing the jobs',
    onEnd: readAgain,
  })
  // Takes a tenant back to before the roll-out, after a preview.
  const reverting = usePreviewedWrite<string>({
    doing: () => 'reverting the tenant',
    failureTitle: 'Unable to revert',
    prepare: (tenant) => ({
      write: writeOf(revertTenant, { params: { id }, body: { tenant } }),
      dialog: (props) => <RevertDialog tenant={tenant} {...props} />,
    }),
    async onDone({ notices: { warning } }, tenant) {
      await readAgain()
      tell.success({ title: 'Reverted', lines: [`${tenant} is as it was before the roll-out`] })
      if (warning) tell.warning({ title: 'Reverted with problems', lines: [warning] })
    },
    onFailure: readAgain,
  })
  const isPending = acting.isBusy || reverting.isBusy
  const [act, revert] = [acting.run, reverting.run]
  return useMemo(
    () => ({ act, revert, isPending, defer: (tenants) => act({ tenants: [...tenants], action: 'defer' }) }),
    [act, revert, isPending],
  )
}

async function deferral(tenants: readonly string[]): Promise<JobActions | undefined> {
  const due = await dialogs.open<string>((close) => <DeferDialog tenants={tenants} close={close} />)
  return due === undefined ? undefined : { tenants: [...tenants], action: 'defer', due }
}

interface Props extends ConfirmationProps {
  readonly tenant: string
}

const kinds = { [metrics.kind]: {}, [metricProfiles.kind]: {} }

/** Confirms taking a tenant back to before a roll-out, with what changes there. */
function RevertDialog({ tenant, preview, hasPreviewChanged, close }: Props) {
  const sideEffects = sideEffectsIn(preview, [])
  return (
    <ConfirmWriteDialog
      title={`Revert ${tenant}`}
      question={`Take ${tenant} back to before this roll-out?`}
      keep="Keep it"
      hasPreviewChanged={hasPreviewChanged}
      close={close}
    >
      <p>
        The tenant sees the former content again, until somebody runs the roll-out there. Later roll-outs wait for that.
        Values that the tenant has set are kept: also those of keys that it loses, for when it has them again.
      </p>
      {sideEffects.length === 0 && <p>No metric of the tenant changes.</p>}
      <SideEffects groups={sideEffects} notices={preview.notices} kinds={kinds} more={preview.more} />
    </ConfirmWriteDialog>
  )
}

interface DeferDialogProps {
  readonly tenants: readonly string[]
  /** Closes the dialog; nothing is deferred without a time. */
  readonly close: (due?: string) => void
}

/** Asks when tenants follow a roll-out. */
function DeferDialog({ tenants, close }: DeferDialogProps) {
  const [due, setDue] = useState<string | null>(() => inDays(usualDelayDays))
  const problem = problemOfDue(due ?? '', new Date())
  const [first = ''] = tenants
  const title = `Defer ${tenants.length === 1 ? first : counted(tenants.length, 'tenant')}`
  return (
    <FormDialog
      title={title}
      submit={title}
      isDisabled={problem !== undefined}
      onSubmit={() => close(due ?? undefined)}
      onCancel={() => close()}
    >
      <MomentInput
        label="Follow the roll-out at"
        description="Until then, the old state is in force there."
        error={problem}
        moment={due}
        onChange={setDue}
      />
    </FormDialog>
  )
}
