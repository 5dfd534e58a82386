import { type Package, packageKey, packages } from '@quatrain/contract/resources/package.ts'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { OtherVersions } from './OtherVersions.tsx'
import { PackageDetails } from './PackageDetails.tsx'
import { PackageForm } from './PackageForm.tsx'
import { PackageUsage } from './PackageUsage.tsx'
import { type PackageValues, packageForm } from './package-form.ts'

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

export const AddPackagePage = () => <AddPage {...shared} />
export const ClonePackagePage = () => <ClonePage {...shared} cloneOf={cloneOf} />
export const ChangePackagePage = () => <StoredRecordPage {...shared} />

export const PackageHistoryPage = () => <ResourceHistoryPage resource={packages} paths={paths.packages} />
export const PackageVersionPage = () => <VersionPage {...shared} />
export const PackageComparePage = () => <ResourceComparePage resource={packages} paths={paths.packages} />

/** Usually for the next version: the name is kept and the version is empty. */
const cloneOf = ({ id: _, ...document }: Package) => ({ ...document, version: '', use_present_version: false })
