import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { VersionHead } from '@quatrain/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { LongText } from '#kit/page/LongText.tsx'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import classes from './ResourceHistoryPage.module.css'
import { VersionTable } from './VersionTable.tsx'
import { useVersionChoice } from './version-choice.ts'
import { calledIn } from './versions.ts'
import { WithVersionPage } from './WithVersionPage.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

/** The versions of one object, page by page: who made each of them, and what it changed. */
export function ResourceHistoryPage({ resource, paths }: Props) {
  const { name = '' } = useParams()
  const { before } = useVersionChoice()
  const query = useQuery(resourceQueries(resource).versionHeads(name, before))
  return (
    <WithVersionPage {...{ resource, paths, name, query }}>
      {(page) => (
        <VersionTable
          page={page}
          name={name}
          called={calledIn(page.newest, name, resource)}
          paths={paths}
          headings={['User', 'Comment']}
          cells={(head) => <Cells head={head} to={paths.version(name, head.version)} />}
        />
      )}
    </WithVersionPage>
  )
}

const Cells = ({ head, to }: { readonly head: VersionHead; readonly to: string }) => (
  <>
    <td>{head.user}</td>
    <td className={classes.comment}>
      <LongText text={head.comment} />
      {head.comment_is_cut && (
        <p>
          <Link to={to} aria-label={`The whole comment of version ${head.version}`}>
            The whole comment
          </Link>
        </p>
      )}
      {head.remark !== '' && <p className={classes.remark}>{head.remark}</p>}
    </td>
  </>
)
