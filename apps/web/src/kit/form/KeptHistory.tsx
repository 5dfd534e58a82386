import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { Deletion } from '@quatrain/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { exactTime } from '#lib/dates.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The name of the object. */
  readonly name: string
}

/** Shown instead of a deleted or renamed object: the link to its history. */
export function KeptHistory({ resource, paths, name }: Props) {
  const { data } = useQuery({ ...resourceQueries(resource).versionHeads(name), retry: false })
  if (!data) return null
  const deletion: Deletion | null = data.newest.deletion
  return (
    <p>
      {deletion
        ? `It was deleted${deletion.user ? ` by ${deletion.user}` : ''} on ${exactTime(deletion.date_created)}. Its versions are kept in`
        : 'An object had this name:'}{' '}
      <Link to={paths.history(name)}>its history</Link>.
    </p>
  )
}
