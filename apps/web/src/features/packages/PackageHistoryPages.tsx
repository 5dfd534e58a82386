import { packages } from '@quatrain/contract/resources/package.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { PackageDetails } from './PackageDetails.tsx'
import { packageDefinition } from './package-form.ts'

export const PackageHistoryPage = () => <ResourceHistoryPage resource={packages} paths={paths.packages} />

export const PackageComparePage = () => <ResourceComparePage resource={packages} paths={paths.packages} />

export function PackageVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage definition={packageDefinition} mayRestore={() => may('change', packages)}>
      {(shown) => <PackageDetails {...shown} />}
    </ResourceVersionPage>
  )
}
