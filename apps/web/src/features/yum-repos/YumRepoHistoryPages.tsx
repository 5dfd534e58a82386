import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { YumRepoDetails } from './YumRepoDetails.tsx'
import { yumRepoDefinition } from './yum-repo-form.ts'

export const YumRepoHistoryPage = () => <ResourceHistoryPage resource={yumRepos} paths={paths.yumRepos} />

export const YumRepoComparePage = () => <ResourceComparePage resource={yumRepos} paths={paths.yumRepos} />

export function YumRepoVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage definition={yumRepoDefinition} mayRestore={() => may('change', yumRepos)}>
      {(shown) => <YumRepoDetails {...shown} />}
    </ResourceVersionPage>
  )
}
