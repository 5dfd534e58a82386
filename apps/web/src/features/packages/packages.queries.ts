import { type NewerPackage, newerPackages } from '@quatrain/contract/resources/metric-moves.ts'
import {
  type Package,
  packageKey,
  packages,
  packageUsageOf,
  packageVersions,
} from '@quatrain/contract/resources/package.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'

export const packageQueries = resourceQueries(packages)

/** All packages of one name, the newest version first. */
export const versionsNamed = (name: string) =>
  queryOptions({
    queryKey: [...packageQueries.all, 'named', name],
    queryFn: ({ signal }) => call(packageVersions, { params: { name } }, { signal }),
  })

/** The dependents of a package. */
export const usageOfPackage = (key: string) =>
  queryOptions({
    queryKey: [...packageQueries.all, 'usage', key],
    queryFn: ({ signal }) => call(packageUsageOf, { params: { key } }, { signal }),
  })

/** The packages that have a newer version than the tenant's metrics use. */
export const packagesWithNewer = queryOptions({
  // The key is below that of metrics, because the answer changes whenever they do.
  queryKey: ['metric', 'newer'],
  queryFn: ({ signal }) => call(newerPackages, {}, { signal }),
})

/** The newest version of a package that metrics use in this older one, `name-version`; undefined if there is none. */
export function newerOf({ name, version }: Package, outdated: readonly NewerPackage[]): string | undefined {
  const newerPackage = outdated.find((newer) => newer.name === name && newer.versions.includes(version))
  return newerPackage && packageKey({ name, version: newerPackage.newest })
}
