import { type Package, packageKey, type packages } from '@quatrain/contract/resources/package.ts'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
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

export const packageHistory = historyPages(shared)

/** Usually for the next version: the name is kept and the version is empty. */
const cloneOf = ({ id: _, ...document }: Package) => ({ ...document, version: '', use_present_version: false })
