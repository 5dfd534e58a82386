import { showField } from '@quatrain/contract/compare/compare.ts'
import { tenants } from '@quatrain/contract/tenants.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { versionedDefinition } from '#kit/history/versioned-definition.ts'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'

export const TenantHistoryPage = () => <ResourceHistoryPage resource={tenants} paths={paths.tenants} />

export const TenantComparePage = () => <ResourceComparePage resource={tenants} paths={paths.tenants} />

const versions = versionedDefinition(tenants, paths.tenants)

/** One version of a tenant. */
export const TenantVersionPage = () => (
  <ResourceVersionPage definition={versions}>
    {({ title, object, values, actions, notice }) => (
      <PageFrame title={title} object={object} width="reading" actions={actions}>
        {notice}
        {Object.entries(tenants.compared).map(([name, field]) => (
          <ValueText key={name} label={field.label} value={showField(field, Object(values)[name])} />
        ))}
      </PageFrame>
    )}
  </ResourceVersionPage>
)
