import { yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { type YumRepo, yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { columnsFor, inMono } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

const column = columnsFor<YumRepo>()

const columns = ({ details }: ResourcePaths) => [
  column.rowNumber(),
  inMono(column.link('name', 'Name', (repo) => details(yumRepoKey(repo)), '22%')),
  column.text('description', 'Description'),
  column.choice('tag', 'Tag', '150px'),
]

const shared = {
  resource: yumRepos,
  columns,
  pageSize: 20,
  purpose: 'Packages of one operating system are installed from a YUM repo. Each package names its repos.',
} as const

export const YumRepoListPage = () => <ResourceListPage {...shared} paths={paths.yumRepos} />

export const TenantYumRepoListPage = () => <ResourceListPage {...shared} paths={paths.tenantYumRepos} />
