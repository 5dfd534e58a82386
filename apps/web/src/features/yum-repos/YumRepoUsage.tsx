import { packageKey, packageLabel } from '@quatrain/contract/resources/package.ts'
import { useQuery } from '@tanstack/react-query'
import { packagePlaces, usersOfPackages } from '#features/package-usage/package-usage.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { type Users, WhereUsed } from '#kit/page/WhereUsed.tsx'
import { usageOf } from './yum-repos.queries.ts'

/** What depends on a YUM repo: packages, and what depends on those. */
export function YumRepoUsage({ repo }: { readonly repo: string }) {
  const { deployment } = useConsoleContext().visitor
  const places = packagePlaces(deployment)
  const query = useQuery({
    ...usageOf(repo),
    select: ({ packages, ...usage }): Users[] => [
      {
        one: 'package',
        many: 'packages',
        users: packages.map((found) => ({ name: packageLabel(found), to: places.packages.details(packageKey(found)) })),
      },
      ...usersOfPackages(usage, places),
    ],
  })
  return <WhereUsed query={query} nothing="No package is in this repo." />
}
