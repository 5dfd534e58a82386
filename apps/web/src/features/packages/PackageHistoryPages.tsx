import { packages } from '@quatrain/contract/resources/package.ts'
import { useMay } from '#kit/api/visitor.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { PackageDetails } from './PackageDetails.tsx'
import { packageShape } from './package-form.ts'

export const PackageHistoryPage = () => <ResourceHistoryPage resource={packages} paths={paths.packages} />

export const PackageComparePage = () => <ResourceComparePage resource={packages} paths={paths.packages} />

export function PackageVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage shape={packageShape} mayRestore={() => may('change', packages)}>
      {(shown) => <PackageDetails {...shown} />}
    </ResourceVersionPage>
  )
}
