import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { Link } from 'react-router'
import { PageFrame } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import { Moment } from './Moment.tsx'
import type { ResourcePaths } from './resource-paths.ts'
import { WithPublicVersions } from './WithVersions.tsx'

interface Props {
  readonly resource: Resource
  readonly paths: ResourcePaths
}

const title = 'Version history'

/** All versions of one published object; the address of each of them stays what it is. */
export const PublicHistoryPage = ({ resource, paths }: Props) => (
  <WithPublicVersions resource={resource} paths={paths} title={title}>
    {(versions, name) => (
      <PageFrame
        title={title}
        object={name}
        actions={
          <Button component={Link} to={paths.details(name)} variant="default">
            Current state
          </Button>
        }
      >
        <div className={table.scroll}>
          <table className={table.table}>
            <caption className="visually-hidden">Versions of {name}, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">Date/time</th>
              </tr>
            </thead>
            <tbody>
              {versions.map(({ id, version, date_created }) => (
                <tr key={id}>
                  <td className="mono">
                    <Link to={paths.version(name, version)}>{version}</Link>
                  </td>
                  <td>
                    <Moment iso={date_created} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </PageFrame>
    )}
  </WithPublicVersions>
)
