import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { FieldValues } from 'react-hook-form'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { DocumentVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import type { HistoryPages } from '#kit/page/history-routes.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { VersionPage, type VersionPageProps } from './VersionPage.tsx'

/** The pages of the history of a kind whose versions look like its objects. */
export function historyPages<R extends Resource, Values extends FieldValues>(
  props: VersionPageProps<R, Values>,
): HistoryPages {
  const { definition, paths = definition.paths, view } = props
  const shared = { resource: definition.resource, paths, view }
  return {
    history: <ResourceHistoryPage {...shared} />,
    version: <VersionPage {...props} />,
    compare: <ResourceComparePage {...shared} />,
  }
}

/** Those of a kind without a form, whose versions cannot be restored. */
export const documentHistoryPages = (props: {
  readonly resource: Resource
  readonly paths: ResourcePaths
}): HistoryPages => ({
  history: <ResourceHistoryPage {...props} />,
  version: <DocumentVersionPage {...props} />,
  compare: <ResourceComparePage {...props} isRestorable={false} />,
})
