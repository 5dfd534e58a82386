import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { tenants } from '@quatrain/contract/tenants.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { useNavigate } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { writeOf } from '#kit/api/write.ts'
import { tellDone, tellFailure } from '#kit/write/after-write.ts'
import { confirmAndSend } from '#kit/write/confirm-and-send.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { dialogs } from '#ui/dialogs.ts'
import { DeleteTenantDialog } from './DeleteTenantDialog.tsx'
import { tenantList } from './tenants.queries.ts'

const api = resourceEndpoints(tenants)
const definition = { resource: tenants, sideEffects: {}, warningTitle: 'Warning' }

/** Deletes a tenant after its name was typed. There is no way back, so none is offered. */
export function useDeleteTenant(name: string, etag: string | undefined) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const deleting = useWriting({
    mutationFn: () =>
      confirmAndSend(writeOf(api.remove, { params: { key: name } }), { ifMatch: etag }, (preview, hasPreviewChanged) =>
        dialogs.open((close) => createElement(DeleteTenantDialog, { name, preview, hasPreviewChanged, close })),
      ),
    async onSuccess(written) {
      if (!written) return
      // Everything that counts or names tenants is another now.
      await queries.invalidateQueries({ refetchType: 'none' })
      await queries.refetchQueries({ queryKey: tenantList.queryKey })
      tellDone(definition, 'Deleted', 'Tenant successfully deleted', written.notices)
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
