import { tenants } from '@quatrain/contract/resources/tenant.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { ObjectTabs } from '#kit/page/ObjectTabs.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { Section } from '#kit/page/Section.tsx'
import { consoleOf } from '#lib/console-of.ts'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PageHead } from '#ui/page-head.ts'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { DeleteTenant } from './DeleteTenant.tsx'
import { ConsoleLink, countsOf, TenantLinks } from './TenantLinks.tsx'
import { tenantList } from './tenants.queries.ts'

export const TenantPage = () => (
  <WithRecord resource={tenants} paths={paths.tenants}>
    {(loaded) => (
      <PageHead value={<ObjectTabs paths={paths.tenants} name={loaded.record.name} />}>
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
    <PageFrame title="Tenant details" object={tenant.name} width="reading">
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
        {fed.length > 0 && (
          <LabelledValue label="Feeds">
            <TenantLinks names={fed.map(({ name }) => name)} />
          </LabelledValue>
        )}
      </Section>
      {mayDelete && <DeleteTenant tenant={tenant} etag={etag} isFeeding={fed.length > 0} />}
    </PageFrame>
  )
}
