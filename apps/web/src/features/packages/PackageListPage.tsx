import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import type { NewerPackage } from '@quatrain/contract/resources/metric-moves.ts'
import { type Package, packages } from '@quatrain/contract/resources/package.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type Column, columnsFor, inMono } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { Mark } from '#ui/Mark.tsx'
import { newerOf, packagesWithNewer } from './packages.queries.ts'

const column = columnsFor<Package>()

const columnsWith = ({ details }: ResourcePaths, outdated: readonly NewerPackage[] = []): Column<Package>[] => {
  return [
    column.rowNumber(),
    inMono(column.link('name', 'Name', (row) => details(packageKey(row)), '36%')),
    {
      id: 'version',
      header: 'Version',
      cell: (row) => <Version package={row} newer={newerOf(row, outdated)} />,
      text: ({ version }) => version,
      sort: ({ version }) => version,
      width: outdated.length > 0 ? '220px' : '130px',
    },
    {
      id: 'repos',
      header: 'Repo',
      cell: ({ repos }) => <ClampedText text={repos.join(', ')} />,
      text: ({ repos }) => repos.join(', '),
      sort: ({ repos }) => repos.join(', '),
      filter: { kind: 'choice', texts: ({ repos }) => repos },
    },
  ]
}

const shared = { resource: packages, pageSize: 30 } as const

const columns = columnsWith(paths.packages)

export const PackageListPage = () => (
  <ResourceListPage
    {...shared}
    paths={paths.packages}
    columns={columns}
    purpose="Probes are installed with packages. Each version of a package is in one or more YUM repos."
  />
)

export function TenantPackageListPage() {
  const { data: outdated } = useQuery(packagesWithNewer)
  const columns = useMemo(() => columnsWith(paths.tenantPackages, outdated), [outdated])
  return (
    <ResourceListPage
      {...shared}
      paths={paths.tenantPackages}
      columns={columns}
      purpose="Probes are installed with packages. This list contains those that the metrics of this tenant use."
    />
  )
}

const Version = ({
  package: { version },
  newer,
}: {
  readonly package: Package
  readonly newer: string | undefined
}) => (
  <>
    <span className="mono">{version}</span>
    {newer !== undefined && (
      <>
        {' '}
        <Link to={paths.updateMetrics(newer)} title={newer}>
          <Mark tone="accent">update available</Mark>
        </Link>
      </>
    )}
  </>
)
