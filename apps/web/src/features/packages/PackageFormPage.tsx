import { type Package, packageKey, packages } from '@quatrain/contract/resources/package.ts'
import { useSearchParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { WithRestored } from '#kit/history/WithRestored.tsx'
import { NotAllowed } from '#kit/page/NotAllowed.tsx'
import { ObjectActions } from '#kit/page/ObjectActions.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { paths } from '#lib/paths.ts'
import { OtherVersions } from './OtherVersions.tsx'
import { PackageDetails } from './PackageDetails.tsx'
import { PackageForm } from './PackageForm.tsx'
import { PackageUsage } from './PackageUsage.tsx'
import { blankValues, packageDefinition, valuesOf } from './package-form.ts'

const blankBase = { values: blankValues }

export function AddPackagePage() {
  if (!useMay()('add', packages)) return <NotAllowed action="add" resource={packages} />
  return <PackageForm title="Add package" draftName="add" base={blankBase} />
}

export function ClonePackagePage() {
  if (!useMay()('add', packages)) return <NotAllowed action="add" resource={packages} />
  return (
    <WithRecord resource={packages} paths={paths.packages}>
      {({ record }) => (
        <PackageForm
          title="Clone package"
          draftName={`clone.${packageKey(record)}`}
          base={blankBase}
          initial={clonedFrom(record)}
        />
      )}
    </WithRecord>
  )
}

/** As a rule the next version, so that it keeps its name and is asked for its version. */
const clonedFrom = ({ id: _, ...found }: Package) => ({ ...found, version: '', use_present_version: false })

export const ChangePackagePage = () => (
  <WithRecord resource={packages} paths={paths.packages}>
    {(loaded) => <StoredPackage key={loaded.record.id} {...loaded} />}
  </WithRecord>
)

function StoredPackage({ record, etag }: Loaded<typeof packages>) {
  const may = useMay()
  const [query] = useSearchParams()
  const key = packageKey(record)
  useRemembered(packages, key)
  const restored = query.get('restore')
  const actions = <ObjectActions resource={packages} paths={paths.packages} name={key} />
  const below = (
    <>
      <OtherVersions record={record} />
      <PackageUsage name={key} />
    </>
  )
  if (!may('change', packages)) {
    const banner = <ReadOnlyBanner resource={packages} />
    return (
      <PackageDetails values={valuesOf(record)} object={key} actions={actions} notice={banner}>
        {below}
      </PackageDetails>
    )
  }
  const base = { values: valuesOf(record), etag }
  const shared = { title: 'Change package', base, stored: key }
  if (restored === null) {
    return (
      <PackageForm {...shared} draftName={`change.${key}`} actions={actions}>
        {below}
      </PackageForm>
    )
  }
  return (
    <WithRestored definition={packageDefinition} version={restored} now={base.values}>
      {({ values, ...old }) => (
        <PackageForm
          {...shared}
          {...old}
          draftName={`restore.${restored}.${key}`}
          initial={{ ...values, id: record.id }}
        />
      )}
    </WithRestored>
  )
}
