import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import type { Package, packages } from '@quatrain/contract/resources/package.ts'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import type { DetailsProps } from '#kit/resource/read-pages.tsx'
import { PackageDetails } from './PackageDetails.tsx'
import { PackageForm, type PackageValues, packageForm } from './PackageForm.tsx'
import { PackageUsage } from './PackageUsage.tsx'
import { VersionsInUse } from './VersionsInUse.tsx'

const Form = (props: RecordFormProps<typeof packages, PackageValues>) => (
  <PackageForm {...props}>{props.record && <Related record={props.record} />}</PackageForm>
)

const Details = (props: DetailsProps<typeof packages, PackageValues>) => (
  <PackageDetails {...props}>{props.record && <Related record={props.record} />}</PackageDetails>
)

const Related = ({ record }: { readonly record: Package }) => (
  <>
    <VersionsInUse record={record} />
    <PackageUsage name={packageKey(record)} />
  </>
)

const shared = { definition: packageForm.definition, Form, Details } as const

/** Usually for the next version: the name is kept and the version is empty. */
const cloneOf = ({ id: _, ...document }: Package) => ({ ...document, version: '', use_present_version: false })

export const packagePages = { ...objectPages(shared), clone: <ClonePage {...shared} cloneOf={cloneOf} /> }
