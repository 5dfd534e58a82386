import { revertTenant } from '@quatrain/contract/catalogue/roll-outs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { writeOf } from '#kit/api/write.ts'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { tell } from '#ui/messages.ts'
import { RevertDialog } from './RevertDialog.tsx'
import { rollOutsQuery } from './roll-outs.queries.ts'

/** Takes a tenant back to before the roll-out, after a preview. */
export function useRevert(id: number) {
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: rollOutsQuery.queryKey })
  return usePreviewedWrite<string>({
    doing: () => 'reverting the tenant',
    failureTitle: 'Unable to revert',
    prepare: (tenant) => ({
      write: writeOf(revertTenant, { params: { id }, body: { tenant } }),
      dialog: (props) => createElement(RevertDialog, { tenant, ...props }),
    }),
    async onDone({ notices: { warning } }, tenant) {
      await readAgain()
      tell.success({ title: 'Reverted', lines: [`${tenant} is as it was before the roll-out`] })
      if (warning) tell.warning({ title: 'Reverted with problems', lines: [warning] })
    },
    onFailure: readAgain,
  })
}
