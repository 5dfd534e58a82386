import { Button } from '@mantine/core'
import { tenants } from '@quatrain/contract/tenants.ts'
import { Link, useParams } from 'react-router'
import { paths } from '#app/paths.ts'
import { NotFound } from '#kit/NotFound.tsx'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { VersionNotice } from '#kit/VersionNotice.tsx'
import { WithVersions } from '#kit/WithVersions.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { tenantShape } from './tenant-compare.ts'

const shared = { resource: tenants, paths: paths.tenants } as const

export const TenantHistoryPage = () => <ResourceHistoryPage {...shared} />

export const TenantComparePage = () => <ResourceComparePage shape={tenantShape} />

/** One version of a tenant as it was. */
export function TenantVersionPage() {
  const { version = '' } = useParams()
  return (
    <WithVersions {...shared} title="Tenant version">
      {(versions, name) => {
        const found = versions.find((candidate) => candidate.version === version)
        const tenant = found && tenantShape.fromDocument(found.fields)
        const { history, compare } = shared.paths
        if (!found || !tenant) {
          return <NotFound what={`${name} has no version ${version}.`} to={history(name)} toWhat="its history" />
        }
        const [newest] = versions
        return (
          <PageFrame
            title={`Tenant version ${version}`}
            object={name}
            width="reading"
            actions={
              newest &&
              newest !== found && (
                <Button component={Link} variant="default" to={compare(name, newest.version, found.version)}>
                  Compare with now
                </Button>
              )
            }
          >
            <VersionNotice version={found} />
            {tenantShape.parts.map((part) => (
              <ValueText
                key={part.label}
                label={part.label}
                value={part.kind === 'text' ? part.of(tenant) : part.of(tenant).flat().join(', ')}
              />
            ))}
          </PageFrame>
        )
      }}
    </WithVersions>
  )
}
