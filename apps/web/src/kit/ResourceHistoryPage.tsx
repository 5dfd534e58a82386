import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { LongText } from './LongText.tsx'
import classes from './ResourceHistoryPage.module.css'
import type { ResourcePaths } from './resource-paths.ts'
import { historyTitle, VersionTable } from './VersionTable.tsx'
import { calledIn, type Version, WithVersions } from './WithVersions.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

/** All versions of one object: who made each of them, and what it changed. */
export const ResourceHistoryPage = ({ resource, paths }: Props) => (
  <WithVersions resource={resource} paths={paths} title={historyTitle}>
    {(versions, name) => (
      <VersionTable
        versions={versions}
        name={name}
        called={calledIn(versions, name, resource)}
        paths={paths}
        headings={['User', 'Comment']}
        cells={cells}
      />
    )}
  </WithVersions>
)

const cells = ({ user, comment, remark }: Version) => (
  <>
    <td>{user}</td>
    <td className={classes.comment}>
      <LongText text={comment} />
      {remark !== '' && <p className={classes.remark}>{remark}</p>}
    </td>
  </>
)
