import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { isSuperTenant, type TenantOverview, tenants } from '@quatrain/contract/resources/tenant.ts'
import { useNavigate } from 'react-router'
import { writeOf } from '#kit/api/write.ts'
import { showSuccess } from '#kit/write/after-write.ts'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import { type ConfirmationProps, usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { paths } from '#lib/paths.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './Tenants.module.css'

interface Props {
  readonly tenant: TenantOverview
  readonly etag: string | undefined
  readonly isFeeding: boolean
}

const api = resourceEndpoints(tenants)
const definition = { resource: tenants, sideEffects: {}, warningTitle: 'Warning', failureTitle: 'Error' }

/** Deletes a tenant after the user has typed its name, or says why it cannot be deleted. */
export function DeleteTenant({ tenant, etag, isFeeding }: Props) {
  const { name } = tenant
  const navigate = useNavigate()
  const deletion = usePreviewedWrite({
    definition,
    doing: () => 'deleting tenant',
    prepare: () => ({
      ...{ write: writeOf(api.remove, { params: { key: name } }), options: { ifMatch: etag } },
      dialog: (props) => <DeleteTenantDialog name={name} {...props} />,
    }),
    onDone({ notices }) {
      showSuccess(definition, 'Deleted', 'Tenant successfully deleted', notices)
      void navigate(paths.tenants.list)
    },
  })
  if (isSuperTenant(tenant)) {
    return (
      <Notice kind="info" icon="lock">
        This is the super-tenant itself, which cannot be deleted.
      </Notice>
    )
  }
  return (
    <div className={classes.delete}>
      <BusyButton variant="default" disabled={isFeeding} isBusy={deletion.isBusy} onClick={() => deletion.run()}>
        Delete
      </BusyButton>
      {isFeeding && <span>It cannot be deleted as long as it feeds a combined tenant.</span>}
    </div>
  )
}

const DeleteTenantDialog = ({ name, preview, ...props }: ConfirmationProps & { readonly name: string }) => (
  <ConfirmWriteDialog
    title="Delete tenant"
    question="Are you sure you want to delete tenant?"
    object={name}
    isDestructive
    typing={{ expected: name, label: `Type ${name} to delete it` }}
    {...props}
  >
    <Notice kind="bad">
      <p>{preview.notices.deleted}</p>
      <p>Its users are logged out at once, and its boxes are refused. This cannot be undone.</p>
    </Notice>
    {preview.notices.info && <p>{preview.notices.info}</p>}
    <p>
      Its versions and its activity log are kept. What the Web API has of it stays there too: its profiles, its reports
      and its topology.
    </p>
  </ConfirmWriteDialog>
)
