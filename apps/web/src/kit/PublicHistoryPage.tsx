import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { ResourcePaths } from './resource-paths.ts'
import { historyTitle, VersionTable } from './VersionTable.tsx'
import { WithPublicVersions } from './WithVersions.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

/** All versions of one published object; the address of each of them stays what it is. */
export const PublicHistoryPage = ({ resource, paths }: Props) => (
  <WithPublicVersions resource={resource} paths={paths} title={historyTitle}>
    {(versions, name) => <VersionTable versions={versions} name={name} paths={paths} />}
  </WithPublicVersions>
)
