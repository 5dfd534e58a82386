import { osTags } from '@quatrain/contract/catalogue/catalogue.ts'
import { yumRepos, yumRepoUsage } from '@quatrain/contract/resources/yum-repo.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf, resourceQueries } from '#kit/api/queries.ts'

export const yumRepoQueries = resourceQueries(yumRepos)

/** The operating systems of packages. They do not change while a page is open. */
export const osTagNames = queryOptions({
  ...queryOf(['ostags'], osTags, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The dependents of a repo. */
export const usageOfRepo = (key: string) =>
  // The key is below that of packages, because the answer changes whenever they do.
  queryOf(['package', 'usage', 'yumrepo', key], yumRepoUsage, { params: yumRepos.address.paramsOf(key) })
