import { revertTenant } from '@quatrain/contract/roll-outs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { writeOf } from '#kit/api/write.ts'
import { showFailure } from '#kit/write/after-write.ts'
import { confirmAndSend } from '#kit/write/confirm-and-send.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { tell } from '#ui/messages.ts'
import { RevertDialog } from './RevertDialog.tsx'
import { rollOutsQuery } from './roll-outs.queries.ts'

/** Takes a tenant back to before the roll-out, after a preview. */
export function useRevert(id: number) {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: rollOutsQuery.queryKey })
  return useWriting({
    mutationFn: (tenant: string) =>
      confirmAndSend(writeOf(revertTenant, { params: { id }, body: { tenant } }), {}, (props) =>
        createElement(RevertDialog, { tenant, ...props }),
      ),
    async onSuccess(written, tenant) {
      if (!written) return
      await readAgain()
      const { warning } = written.notices
      tell.success({ title: 'Reverted', lines: [`${tenant} is as it was before the roll-out`] })
      if (warning) tell.warning({ title: 'Reverted with problems', lines: [warning] })
    },
    async onError(error) {
      showFailure(error, 'reverting the tenant', 'Unable to revert')
      await readAgain()
    },
  })
}
