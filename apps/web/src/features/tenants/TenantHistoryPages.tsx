import { tenants } from '@quatrain/contract/tenants.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { tenantDefinition } from './tenant-compare.ts'

export const TenantHistoryPage = () => <ResourceHistoryPage resource={tenants} paths={paths.tenants} />

export const TenantComparePage = () => <ResourceComparePage definition={tenantDefinition} />

/** One version of a tenant as it was. */
export const TenantVersionPage = () => (
  <ResourceVersionPage definition={tenantDefinition}>
    {({ title, object, values, actions, notice }) => (
      <PageFrame title={title} object={object} width="reading" actions={actions}>
        {notice}
        {tenantDefinition.parts.map((part) => (
          <ValueText
            key={part.label}
            label={part.label}
            value={part.kind === 'text' ? part.of(values) : part.of(values).flat().join(', ')}
          />
        ))}
      </PageFrame>
    )}
  </ResourceVersionPage>
)
