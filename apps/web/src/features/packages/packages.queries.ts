import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import { type NewerPackage, newerPackages } from '@quatrain/contract/resources/metric-moves.ts'
import { type Package, packages, packageUsageOf, packageVersions } from '@quatrain/contract/resources/package.ts'
import { queryOf, resourceQueries } from '#kit/api/queries.ts'

export const packageQueries = resourceQueries(packages)

/** All packages of one name, the newest version first. */
export const versionsNamed = (name: string) =>
  queryOf([...packageQueries.all, 'named', name], packageVersions, { params: { name } })

/** The dependents of a package. */
export const usageOfPackage = (key: string) =>
  queryOf([...packageQueries.all, 'usage', key], packageUsageOf, { params: { key } })

/** The packages that have a newer version than the tenant's metrics use. */
export const packagesWithNewer =
  // The key is below that of metrics, because the answer changes whenever they do.
  queryOf(['metric', 'newer'], newerPackages, {})

/** The newest version of a package that metrics use in this older one, `name-version`; undefined if there is none. */
export function newerOf({ name, version }: Package, outdated: readonly NewerPackage[]): string | undefined {
  const newerPackage = outdated.find((newer) => newer.name === name && newer.versions.includes(version))
  return newerPackage && packageKey({ name, version: newerPackage.newest })
}
