import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { VersionTable } from './VersionTable.tsx'
import { useVersionChoice } from './version-choice.ts'
import { WithVersionPage } from './WithVersionPage.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

/** The versions of one published object, page by page; the address of each of them stays what it is. */
export function PublicHistoryPage({ resource, paths }: Props) {
  const { name = '' } = useParams()
  const { before } = useVersionChoice()
  const query = useQuery(resourceQueries(resource).publicVersionHeads(name, before))
  return (
    <WithVersionPage {...{ resource, paths, name, query }}>
      {(page) => <VersionTable page={page} name={name} paths={paths} />}
    </WithVersionPage>
  )
}
