import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { tenants } from '@quatrain/contract/tenants.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { tellDone, tellFailure } from '#kit/after-write.ts'
import { isApiError } from '#kit/api-error.ts'
import { confirmAndSend } from '#kit/confirm-and-send.ts'
import { resourceQueries } from '#kit/resource-queries.ts'
import { useWriting } from '#kit/use-writing.ts'
import { writeOf } from '#kit/write.ts'
import { dialogs } from '#ui/dialogs.ts'
import { DeleteTenantDialog } from './DeleteTenantDialog.tsx'
import { tenantList } from './tenants.queries.ts'

const api = resourceEndpoints(tenants)
const shape = { resource: tenants, alsoTouches: {}, warningTitle: 'Warning' }

/** Deletes a tenant after its name was typed. There is no way back, so none is offered. */
export function useDeleteTenant(name: string, etag: string | undefined) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const deleting = useWriting({
    mutationFn: () =>
      confirmAndSend(writeOf(api.remove, { params: { key: name } }), { ifMatch: etag }, (preview, hasMoved) =>
        dialogs.open((close) => createElement(DeleteTenantDialog, { name, preview, hasMoved, close })),
      ),
    async onSuccess(written) {
      if (!written) return
      // Everything that counts or names tenants is another now.
      await queries.invalidateQueries({ refetchType: 'none' })
      await queries.refetchQueries({ queryKey: tenantList.queryKey })
      tellDone(shape, 'Deleted', 'Tenant successfully deleted', written.notices)
      void navigate(paths.tenants.list)
    },
    onError(error) {
      tellFailure(error, 'deleting tenant', 'Error')
      if (isApiError(error, 'stale_version')) {
        void queries.refetchQueries({ queryKey: resourceQueries(tenants).details(name).queryKey })
      }
    },
  })
  return { run: () => deleting.run(), isBusy: deleting.isBusy }
}
