import { Button } from '@mantine/core'
import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import { type Package, packages } from '@quatrain/contract/resources/package.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { paths } from '#lib/paths.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHead } from '#ui/PageFrame.tsx'
import { PackageDetails } from './PackageDetails.tsx'
import { PackageUsage } from './PackageUsage.tsx'
import classes from './packages.module.css'
import { newerOf, packagesWithNewer, versionsNamed } from './packages.queries.ts'

/** The read-only page in a tenant's console: the version in use, and the other versions. */
export const TenantPackagePage = () => (
  <WithRecord resource={packages} paths={paths.tenantPackages}>
    {({ record }) => (
      <PageHead value={<ObjectTabs kind={packages.kind} paths={paths.tenantPackages} name={packageKey(record)} />}>
        <VersionsOfPackage key={record.id} record={record} />
      </PageHead>
    )}
  </WithRecord>
)

/** The address contains the displayed version besides the one of the page. */
function VersionsOfPackage({ record }: { readonly record: Package }) {
  const { data = [record] } = useQuery(versionsNamed(record.name))
  const [query, setQuery] = useSearchParams()
  const requested = query.get('version')
  const shownPackage = data.find(({ version }) => version === requested) ?? record
  const { data: outdated = [] } = useQuery(packagesWithNewer)
  const newer = newerOf(record, outdated)
  const change = (version: string) => setQuery(version === record.version ? {} : { version }, { replace: true })
  return (
    <PackageDetails
      values={shownPackage}
      object={packageKey(shownPackage)}
      actions={
        shownPackage.id === record.id ? (
          <Button disabled title="Choose another version first">
            Update metrics
          </Button>
        ) : (
          <Button component={Link} to={paths.updateMetrics(packageKey(shownPackage))}>
            Update metrics
          </Button>
        )
      }
      notice={newer && <NewerNotice to={newer} />}
      version={
        <NativeSelect
          className={classes.switch ?? ''}
          label="Version"
          description={shownPackage.id !== record.id && `You opened ${record.version}.`}
          classNames={{ input: 'mono' }}
          value={shownPackage.version}
          data={data.map(({ version }) => version)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      }
    >
      <PackageUsage name={packageKey(shownPackage)} />
    </PackageDetails>
  )
}

const NewerNotice = ({ to }: { readonly to: string }) => (
  <Notice kind="info">
    <p>
      There is a newer version:{' '}
      <Link className="mono" to={paths.updateMetrics(to)}>
        {to}
      </Link>
    </p>
  </Notice>
)
