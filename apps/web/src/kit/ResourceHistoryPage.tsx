import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PageFrame } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import { LongText } from './LongText.tsx'
import { Moment } from './Moment.tsx'
import classes from './ResourceHistoryPage.module.css'
import type { ResourcePaths } from './resource-paths.ts'
import { type Version, WithVersions } from './WithVersions.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

const title = 'Version history'

/** All versions of one object, and the choice of two of them to compare. */
export function ResourceHistoryPage({ resource, paths }: Props) {
  return (
    <WithVersions resource={resource} paths={paths} title={title}>
      {(versions, name) => <History versions={versions} name={name} paths={paths} />}
    </WithVersions>
  )
}

interface HistoryProps extends Pick<Props, 'paths'> {
  readonly versions: readonly Version[]
  readonly name: string
}

function History({ versions, name, paths }: HistoryProps) {
  const [newer, setNewer] = useState(versions[0]?.id)
  const [older, setOlder] = useState(versions[1]?.id)
  const canCompare = versions.length > 1
  const pick = (side: 'Newer' | 'Older', { id, version }: Version) => ({
    type: 'radio',
    name: side,
    checked: id === (side === 'Newer' ? newer : older),
    onChange: () => (side === 'Newer' ? setNewer(id) : setOlder(id)),
    'aria-label': `${side} version: ${version}`,
  })
  return (
    <PageFrame title={title} object={name} actions={<Actions {...{ paths, name, newer, older, canCompare }} />}>
      <div className={table.scroll}>
        <table className={`${table.table} ${classes.table}`}>
          <caption className="visually-hidden">Versions of {name}, newest first</caption>
          <thead>
            <tr>
              {['Newer', 'Older', 'Version', 'Date/time', 'User', 'Comment'].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {versions.map((row, index) => (
              <tr key={row.id}>
                <td className={classes.pick}>{canCompare ? <input {...pick('Newer', row)} /> : '-'}</td>
                <td className={classes.pick}>{canCompare ? index > 0 && <input {...pick('Older', row)} /> : '-'}</td>
                <VersionCells row={row} to={paths.version(name, row.version)} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageFrame>
  )
}

interface ActionsProps extends Pick<HistoryProps, 'paths' | 'name'> {
  readonly newer: number | undefined
  readonly older: number | undefined
  readonly canCompare: boolean
}

function Actions({ paths, name, newer, older, canCompare }: ActionsProps) {
  const navigate = useNavigate()
  const compare = () => void navigate(paths.compare(name, String(newer), String(older)))
  return (
    <>
      <Button component={Link} to={paths.details(name)} variant="default">
        Current state
      </Button>
      {canCompare && (
        <Button onClick={compare} disabled={newer === older}>
          Compare
        </Button>
      )}
    </>
  )
}

const VersionCells = ({ row, to }: { readonly row: Version; readonly to: string }) => (
  <>
    <td className="mono">
      <Link to={to}>{row.version}</Link>
    </td>
    <td>
      <Moment iso={row.date_created} />
    </td>
    <td>{row.user}</td>
    <td className={classes.comment}>
      <LongText text={row.comment} />
      {row.remark !== '' && <p className={classes.remark}>{row.remark}</p>}
    </td>
  </>
)
