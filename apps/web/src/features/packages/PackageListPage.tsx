import { type Package, packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { paths } from '#app/paths.ts'
import { type Column, columnsFor } from '#kit/columns.tsx'
import { ResourceListPage } from '#kit/ResourceListPage.tsx'
import type { ResourcePaths } from '#kit/resource-paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'

const column = columnsFor<Package>()

const columnsWith = ({ details }: ResourcePaths): Column<Package>[] => {
  const name = column.link('name', 'Name', (found) => details(packageKey(found)), '36%')
  return [
    column.rowNumber(),
    { ...name, cell: (found, number) => <div className="mono">{name.cell(found, number)}</div> },
    {
      id: 'version',
      header: 'Version',
      cell: ({ version }) => <span className="mono">{version}</span>,
      text: ({ version }) => version,
      sort: ({ version }) => version.replace(/\d+/g, (digits) => digits.padStart(8, '0')),
      width: '130px',
    },
    {
      id: 'repos',
      header: 'Repo',
      cell: ({ repos }) => <ClampedText text={repos.join(', ')} />,
      text: ({ repos }) => repos.join(', '),
      sort: ({ repos }) => repos.join(', ').toLowerCase(),
      filter: { kind: 'choice', of: ({ repos }) => repos },
    },
  ]
}

const shared = { resource: packages, pageSize: 30 } as const

const columns = columnsWith(paths.packages)
const tenantColumns = columnsWith(paths.tenantPackages)

export const PackageListPage = () => (
  <ResourceListPage
    {...shared}
    paths={paths.packages}
    columns={columns}
    purpose="A package is what probes are installed with. Each of its versions says in which YUM repos it is."
  />
)

export const TenantPackageListPage = () => (
  <ResourceListPage
    {...shared}
    paths={paths.tenantPackages}
    columns={tenantColumns}
    purpose="A package is what probes are installed with. Here are those that the metrics of this tenant use."
  />
)
