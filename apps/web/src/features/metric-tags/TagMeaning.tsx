import { useQuery } from '@tanstack/react-query'
import { tenantUsers } from '#features/tenants/tenants.queries.ts'
import { WhereUsed } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { usageOfTag } from './metric-tags.queries.ts'

/** The meaning of the few tags that the console uses itself. */
const meanings: ReadonlyMap<string, string> = new Map([
  [
    'internal',
    'New tenants get the metrics of these templates, except those with the tag eol. They keep them even if no metric profile contains them. Existing tenants are not affected.',
  ],
  [
    'deprecated',
    'Metrics of these templates are marked in red, and each tenant’s home counts them as needing attention.',
  ],
  [
    'eol',
    'Metrics of these templates are marked in red, and each tenant’s home counts them as needing attention. New tenants do not get them, even if they have the tag internal.',
  ],
])

/** Explains what a tag does besides grouping, if anything. */
export function TagMeaning({ name }: { readonly name: string }) {
  const meaning = meanings.get(name.trim())
  if (meaning === undefined) return null
  return (
    <Notice kind="info">
      <p>
        <strong>{name.trim()}</strong> has a meaning of its own.
      </p>
      <p>{meaning}</p>
    </Notice>
  )
}

/** The side effects of a tag's change: metrics of tenants, and their profiles. */
export function TagUsage({ name }: { readonly name: string }) {
  const query = useQuery({
    ...usageOfTag(name),
    select: ({ tenants }) => [tenantUsers(tenants, paths.tenants.details)],
  })
  return <WhereUsed query={query} emptyText="No tenant has a metric of a template with this tag." />
}
