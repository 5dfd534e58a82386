import { useQuery } from '@tanstack/react-query'
import { useSurroundings } from '#kit/visitor.tsx'
import { WhereUsed } from '#kit/WhereUsed.tsx'
import { packagePlaces, usageOf, usersOfPackages } from './packages.queries.ts'

/** What depends on a package: versions of probes, and what depends on those. */
export function PackageUsage({ name }: { readonly name: string }) {
  const places = packagePlaces(useSurroundings().visitor.deployment)
  const query = useQuery({ ...usageOf(name), select: (usage) => usersOfPackages(usage, places) })
  return <WhereUsed query={query} nothing="No probe is in this package." />
}
