import { useQuery } from '@tanstack/react-query'
import { describeOtherVersions, packagePlaces, usersOfPackages } from '#features/package-usage/package-usage.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { WhereUsed } from '#kit/page/WhereUsed.tsx'
import { Notice } from '#ui/Notice.tsx'
import { usageOfPackage } from './packages.queries.ts'

/** The dependents of a package: versions of probes, and their dependents. */
export function PackageUsage({ name }: { readonly name: string }) {
  const places = packagePlaces(useConsoleContext().caller.deployment)
  const query = useQuery({ ...usageOfPackage(name), select: (usage) => usersOfPackages(usage, places) })
  const { data: otherVersionLines = [] } = useQuery({
    ...usageOfPackage(name),
    select: ({ otherVersions }) => describeOtherVersions(otherVersions),
  })
  return (
    <>
      {otherVersionLines.length > 0 && (
        <Notice kind="warning">
          {otherVersionLines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
      <WhereUsed query={query} emptyText="No probe is in this package." />
    </>
  )
}
