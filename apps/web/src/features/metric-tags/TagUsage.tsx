import { useQuery } from '@tanstack/react-query'
import { tenantUsers } from '#features/tenants/tenants.queries.ts'
import { WhereUsed } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'
import { usageOfTag } from './metric-tags.queries.ts'

/** The side effects of a tag's change: metrics of tenants, and their profiles. */
export function TagUsage({ name }: { readonly name: string }) {
  const query = useQuery({
    ...usageOfTag(name),
    select: ({ tenants }) => [tenantUsers(tenants, paths.tenants.details)],
  })
  return <WhereUsed query={query} emptyText="No tenant has a metric of a template with this tag." />
}
