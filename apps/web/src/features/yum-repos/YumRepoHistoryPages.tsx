import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { paths } from '#app/paths.ts'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/ResourceVersionPage.tsx'
import { useMay } from '#kit/visitor.tsx'
import { YumRepoDetails } from './YumRepoDetails.tsx'
import { yumRepoShape } from './yum-repo-form.ts'

export const YumRepoHistoryPage = () => <ResourceHistoryPage resource={yumRepos} paths={paths.yumRepos} />

export const YumRepoComparePage = () => <ResourceComparePage shape={yumRepoShape} />

export function YumRepoVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage shape={yumRepoShape} mayRestore={() => may('change', yumRepos)}>
      {(shown) => <YumRepoDetails {...shown} />}
    </ResourceVersionPage>
  )
}
