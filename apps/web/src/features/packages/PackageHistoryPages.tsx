import { packages } from '@quatrain/contract/resources/package.ts'
import { paths } from '#app/paths.ts'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/ResourceVersionPage.tsx'
import { useMay } from '#kit/visitor.tsx'
import { PackageDetails } from './PackageDetails.tsx'
import { packageShape } from './package-form.ts'

export const PackageHistoryPage = () => <ResourceHistoryPage resource={packages} paths={paths.packages} />

export const PackageComparePage = () => <ResourceComparePage shape={packageShape} />

export function PackageVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage shape={packageShape} mayRestore={() => may('change', packages)}>
      {(shown) => <PackageDetails {...shown} />}
    </ResourceVersionPage>
  )
}
