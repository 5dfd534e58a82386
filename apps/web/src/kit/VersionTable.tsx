import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CardTable } from '#ui/CardTable.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import { Moment } from './Moment.tsx'
import classes from './ResourceHistoryPage.module.css'
import type { ResourcePaths } from './resource-paths.ts'
import type { PublicVersion } from './WithVersions.tsx'

interface Props<V> {
  readonly versions: readonly V[]
  readonly name: string
  /** What people call it, where that is not its name. */
  readonly called?: string
  readonly paths: ResourcePaths
  /** What is told of a version beside which one it is and since when. */
  readonly headings?: readonly string[]
  readonly cells?: (version: V) => ReactNode
}

export const historyTitle = 'Version history'

/** The page of all versions of one object, and the choice of two of them to compare. */
export function VersionTable<V extends PublicVersion>(props: Props<V>) {
  const { versions, name, called = name, paths, headings = [], cells } = props
  // The newest two until somebody chooses others: what is known at first may be refreshed while it is looked at.
  const [newer = versions[0]?.version, setNewer] = useState<string>()
  const [older = versions[1]?.version, setOlder] = useState<string>()
  const canCompare = versions.length > 1
  const columns = ['Newer', 'Older', 'Version', 'Date/time', ...headings]
  const pick = (side: 'Newer' | 'Older', { version }: V) => ({
    type: 'radio',
    name: side,
    checked: version === (side === 'Newer' ? newer : older),
    onChange: () => (side === 'Newer' ? setNewer(version) : setOlder(version)),
    'aria-label': `${side} version: ${version}`,
  })
  return (
    <PageFrame
      title={historyTitle}
      object={called}
      actions={<Actions {...{ paths, name, newer, older, canCompare }} />}
    >
      <div className={table.scroll}>
        <CardTable caption={`Versions of ${called}, newest first`} headings={columns} className={classes.table}>
          {versions.map((row, index) => (
            <tr key={row.id}>
              <td className={classes.pick}>{canCompare ? <input {...pick('Newer', row)} /> : '-'}</td>
              <td className={classes.pick}>{canCompare ? index > 0 && <input {...pick('Older', row)} /> : '-'}</td>
              <td className="mono">
                <Link to={paths.version(name, row.version)}>{row.version}</Link>
              </td>
              <td>
                <Moment iso={row.date_created} />
              </td>
              {cells?.(row)}
            </tr>
          ))}
        </CardTable>
      </div>
    </PageFrame>
  )
}

interface ActionsProps extends Pick<Props<never>, 'paths' | 'name'> {
  readonly newer: string | undefined
  readonly older: string | undefined
  readonly canCompare: boolean
}

function Actions({ paths, name, newer, older, canCompare }: ActionsProps) {
  const navigate = useNavigate()
  const compare = () => void navigate(paths.compare(name, newer ?? '', older ?? ''))
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
