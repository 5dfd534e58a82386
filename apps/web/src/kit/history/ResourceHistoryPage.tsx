import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries, type View } from '#kit/api/resource-queries.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { ObjectTabs } from '#kit/page/ObjectTabs.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { PageHead } from '#ui/page-head.ts'
import { historyTitle, VersionTable } from './VersionTable.tsx'
import { useVersionChoice } from './version-choice.ts'
import { calledIn } from './versions.ts'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
  readonly view?: View | undefined
}

/** The versions of one object (`:name`) in pages; members also see the author and the changes of each. */
export function ResourceHistoryPage({ resource, paths, view }: Props) {
  const { name = '' } = usePathParameters()
  const { before } = useVersionChoice()
  const { data, error, refetch } = useQuery(resourceQueries(resource).versionHeads(name, before, view))
  const { one, many } = resource.label
  if (isApiError(error, 'not_found')) {
    return <NotFound detail={`There is no ${one} named ${name}.`} to={paths.list} toWhat={`all ${many}`} />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={historyTitle} object={name} />
  return (
    <PageHead value={<ObjectTabs paths={paths} name={name} hasDetails={!data.newest.deletion} />}>
      <VersionTable page={data} name={name} called={calledIn(data.newest, name, resource)} paths={paths} view={view} />
    </PageHead>
  )
}
