import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { isSuperTenant, type TenantOverview, tenants } from '@quatrain/contract/resources/tenant.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { writeOf } from '#kit/api/write.ts'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { ReadOnlyBanner } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { useRemembered } from '#kit/page/visits.ts'
import { Dependents } from '#kit/page/WhereUsed.tsx'
import { documentHistoryPages } from '#kit/resource/read-pages.tsx'
import { showSuccess } from '#kit/write/after-write.ts'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import type { ConfirmationProps } from '#kit/write/write-in-dialog.ts'
import { consoleOf } from '#lib/console-of.ts'
import { paths } from '#lib/paths.ts'
import { BusyButton } from '#ui/dialogs.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { ConsoleLink, countsOf, TenantLinks } from './TenantLinks.tsx'
import classes from './Tenants.module.css'
import { tenantList, titleOfTenant } from './tenants.queries.ts'

const TenantPage = () => (
  <WithRecord resource={tenants} paths={paths.tenants}>
    {(loaded) => (
      <PageHead value={<ObjectTabs kind={tenants.kind} paths={paths.tenants} name={loaded.record.name} />}>
        <Details {...loaded} />
      </PageHead>
    )}
  </WithRecord>
)

function Details({ record: tenant, etag }: Loaded<typeof tenants>) {
  const mayDelete = useMay()('delete', tenants)
  useRemembered(tenants, tenant.name)
  const fed = useQuery(tenantList).data?.filter(({ combined_from }) => combined_from?.includes(tenant.name)) ?? []
  return (
    <PageFrame title="Tenant details" object={titleOfTenant(tenant)} width="reading">
      {!mayDelete && <ReadOnlyBanner resource={tenants} />}
      <Section title="Basic info" isGrid>
        <ValueText label="Name" value={tenant.name} />
        <ValueText label="Schema" value={tenant.schema_name} isMono />
        <LabelledValue label="Console">
          <ConsoleLink tenant={tenant} />
        </LabelledValue>
        <ValueText label="Created on" value={tenant.created_on} isMono />
      </Section>
      <Section title="What it has" isGrid>
        {countsOf(tenant).map(({ what, page, count }) => (
          <LabelledValue key={what} label={what}>
            <a href={`${consoleOf(tenant, window.location)}/ui/${page}`} aria-label={`${what}: ${count}`}>
              {count.toLocaleString('en')}
            </a>
          </LabelledValue>
        ))}
        {tenant.combined_from && (
          <LabelledValue label="Combined from">
            <TenantLinks names={tenant.combined_from} />
          </LabelledValue>
        )}
      </Section>
      <Dependents
        object={{ kind: tenants.kind, name: tenant.name }}
        emptyText="It feeds no combined tenant, and has no identity provider."
      />
      {mayDelete && <DeleteTenant tenant={tenant} etag={etag} isFeeding={fed.length > 0} />}
    </PageFrame>
  )
}

interface Props {
  readonly tenant: TenantOverview
  readonly etag: string | undefined
  readonly isFeeding: boolean
}

const api = resourceEndpoints(tenants)
const definition = { resource: tenants, failureTitle: 'Error' }

/** Deletes a tenant after the user has typed its name, or says why it cannot be deleted. */
function DeleteTenant({ tenant, etag, isFeeding }: Props) {
  const { name } = tenant
  const navigate = useNavigate()
  const deletion = usePreviewedWrite({
    definition,
    doing: () => 'deleting tenant',
    prepare: () => ({
      write: writeOf(api.remove, { params: { key: name } }),
      options: { ifMatch: etag },
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

export const tenantPages = {
  details: <TenantPage />,
  ...documentHistoryPages({
    resource: tenants,
    paths: paths.tenants,
    whyNotRestored: 'An operator can import it from a file of the tenant.',
  }),
}
