import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import type { Package, packages } from '@quatrain/contract/resources/package.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import type { DetailsProps } from '#kit/resource/read-pages.tsx'
import { paths } from '#lib/paths.ts'
import { LabelledValue } from '#ui/ValueText.tsx'
import { PackageDetails } from './PackageDetails.tsx'
import { PackageForm, type PackageValues, packageForm } from './PackageForm.tsx'
import { PackageUsage } from './PackageUsage.tsx'
import classes from './packages.module.css'
import { versionsNamed } from './packages.queries.ts'

const Form = (props: RecordFormProps<typeof packages, PackageValues>) => (
  <PackageForm {...props}>{props.record && <Related record={props.record} />}</PackageForm>
)

const Details = (props: DetailsProps<typeof packages, PackageValues>) => (
  <PackageDetails {...props}>{props.record && <Related record={props.record} />}</PackageDetails>
)

const Related = ({ record }: { readonly record: Package }) => (
  <>
    <OtherVersions record={record} />
    <PackageUsage name={packageKey(record)} />
  </>
)

const shared = { definition: packageForm.definition, Form, Details } as const

/** Usually for the next version: the name is kept and the version is empty. */
const cloneOf = ({ id: _, ...document }: Package) => ({ ...document, version: '', use_present_version: false })

export const packagePages = { ...objectPages(shared), clone: <ClonePage {...shared} cloneOf={cloneOf} /> }

/** Links to all versions of a package, the newest first; absent if there is only one. */
function OtherVersions({ record }: { readonly record: Package }) {
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
