import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import type { Package } from '@quatrain/contract/resources/package.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Section } from '#kit/page/Section.tsx'
import { paths } from '#lib/paths.ts'
import { CardTable } from '#ui/CardTable.tsx'
import table from '#ui/table.module.css'
import classes from './packages.module.css'
import { usageOfPackage } from './packages.queries.ts'

/** How many tenants use each version of a package, as bars, and which tenants these are, as a table. */
export function VersionsInUse({ record }: { readonly record: Package }) {
  const { data } = useQuery(usageOfPackage(packageKey(record)))
  const versions = data?.versions ?? []
  const tenants = [...new Set(versions.flatMap((version) => version.tenants.map(({ name }) => name)))].toSorted()
  if (versions.length < 2 && tenants.length === 0) return null
  return (
    <Section title="Versions in use">
      <CardTable caption="Versions in use" headings={['Version', 'Tenants', 'Metrics']}>
        {versions.map(({ version, tenants: users }) => (
          <tr key={version}>
            <th scope="row" className="mono">
              <Link
                to={paths.packages.details(packageKey({ name: record.name, version }))}
                aria-current={version === record.version ? 'page' : undefined}
              >
                {version}
              </Link>
            </th>
            <td className={classes.share}>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * users.length) / Math.max(1, tenants.length)} height="10" />
              </svg>
              {users.length.toLocaleString('en')} of {tenants.length.toLocaleString('en')}
            </td>
            <td>{users.reduce((sum, { metrics }) => sum + metrics, 0).toLocaleString('en')}</td>
          </tr>
        ))}
      </CardTable>
      {tenants.length > 0 && (
        <details>
          <summary>By tenant</summary>
          <div className={table.scroll}>
            <CardTable
              caption="Metrics by tenant and version"
              headings={['Tenant', ...versions.map(({ version }) => version)]}
            >
              {tenants.map((tenant) => (
                <tr key={tenant}>
                  <th scope="row">{tenant}</th>
                  {versions.map(({ version, tenants: users }) => (
                    <td key={version}>{users.find(({ name }) => name === tenant)?.metrics ?? ''}</td>
                  ))}
                </tr>
              ))}
            </CardTable>
          </div>
        </details>
      )}
    </Section>
  )
}
