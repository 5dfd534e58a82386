import { type Package, packageKey } from '@quatrain/contract/resources/package.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { LabelledValue } from '#ui/ValueText.tsx'
import classes from './packages.module.css'
import { versionsNamed } from './packages.queries.ts'

/** Links to all versions of a package, the newest first; absent if there is only one. */
export function OtherVersions({ record }: { readonly record: Package }) {
  const { data = [] } = useQuery(versionsNamed(record.name))
  if (data.length < 2) return null
  return (
    <LabelledValue label="Versions of this package, the newest first">
      <ul className={classes.versions}>
        {data.map((version) => (
          <li key={version.id} className="mono">
            <Link
              to={paths.packages.details(packageKey(version))}
              aria-current={version.id === record.id ? 'page' : undefined}
            >
              {version.version}
            </Link>
          </li>
        ))}
      </ul>
    </LabelledValue>
  )
}
