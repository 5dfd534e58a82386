import { changeRollOutJobs, type JobActions } from '@quatrain/contract/catalogue/roll-outs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement, useMemo } from 'react'
import { call } from '#kit/api/call.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import { DeferDialog } from './DeferDialog.tsx'
import { abbreviated } from './roll-out-words.ts'
import { rollOutsQuery } from './roll-outs.queries.ts'
import { useRevert } from './use-revert.ts'

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
  const reverting = useRevert(id)
  const isPending = acting.isBusy || reverting.isBusy
  const [act, revert] = [acting.run, reverting.run]
  return useMemo(
    () => ({ act, revert, isPending, defer: (tenants) => act({ tenants: [...tenants], action: 'defer' }) }),
    [act, revert, isPending],
  )
}

async function deferral(tenants: readonly string[]): Promise<JobActions | undefined> {
  const due = await dialogs.open<string>((close) => createElement(DeferDialog, { tenants, close }))
  return due === undefined ? undefined : { tenants: [...tenants], action: 'defer', due }
}
