import type { NewerPackage } from '@quatrain/contract/resources/metric-moves.ts'
import { type Package, packageKey } from '@quatrain/contract/resources/package.ts'

/** The newest version of a package that metrics use in this older one, `name-version`; undefined if there is none. */
export function newerOf({ name, version }: Package, outdated: readonly NewerPackage[]): string | undefined {
  const newerPackage = outdated.find((newer) => newer.name === name && newer.versions.includes(version))
  return newerPackage && packageKey({ name, version: newerPackage.newest })
}
