import type { TopologyHost } from '@quatrain/contract/reports/topology.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import { paths } from '#lib/paths.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import { DayField } from './DayField.tsx'
import { useDay } from './day-in-address.ts'
import { HostChecks } from './HostChecks.tsx'
import { TagList } from './Tags.tsx'
import { extensionsOf, tagsOf } from './tag-texts.ts'
import classes from './topology.module.css'
import { hostQuery } from './topology.queries.ts'
import { endpointKey, groupKey } from './topology-columns.tsx'

const title = 'Host'

/** Everything the topology says about one host. */
export function HostPage() {
  const { hostname = '' } = usePathParameters()
  const [date, setDate] = useDay('date')
  const { data, error, refetch } = useQuery(hostQuery(hostname, date))
  const day = <DayField label="Day" day={date} onChange={setDate} />
  if (isApiError(error, 'not_found')) {
    const detail = `The topology of this day has no host ${hostname}.`
    return (
      <NotFound detail={detail} to={paths.topology.endpoints} toWhat="all endpoints">
        <div className={classes.day}>{day}</div>
      </NotFound>
    )
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={title} object={hostname} />
  return (
    <PageFrame title={title} object={hostname} actions={day}>
      <Endpoints host={data} date={date} />
      <Groups host={data} />
      <HostChecks hostname={hostname} date={date} />
    </PageFrame>
  )
}

interface Props {
  readonly host: TopologyHost
}

const Endpoints = ({ host, date }: Props & { readonly date: string | undefined }) => (
  <section className={classes.section} aria-label="Endpoints">
    <h2>Endpoints</h2>
    <div className={table.scroll}>
      <CardTable caption="Endpoints" headings={['Service type', 'Group', 'Type', 'Tags', 'Extensions']}>
        {host.endpoints.map((endpoint) => (
          <tr key={endpointKey(endpoint)}>
            <th scope="row">
              <Link to={paths.serviceTypes.details(endpoint.service)}>{endpoint.service}</Link>
            </th>
            <td>
              <Link to={paths.topology.endpointsOf(endpoint.group, date)}>{endpoint.group}</Link>
            </td>
            <td>{endpoint.type}</td>
            <td>
              <TagList tags={tagsOf(endpoint)} />
            </td>
            <td className="mono">
              <TagList tags={extensionsOf(endpoint)} />
            </td>
          </tr>
        ))}
      </CardTable>
    </div>
  </section>
)

const Groups = ({ host }: Props) => (
  <section className={classes.section} aria-label="Groups">
    <h2>Groups</h2>
    {host.groups.length === 0 ? (
      <p>The topology has no groups that its endpoints belong to.</p>
    ) : (
      <div className={table.scroll}>
        <CardTable caption="Groups" headings={['Subgroup', 'Group', 'Type', 'Tags', 'Extensions']}>
          {host.groups.map((group) => (
            <tr key={groupKey(group)}>
              <th scope="row">{group.subgroup}</th>
              <td>{group.group}</td>
              <td>{group.type}</td>
              <td>
                <TagList tags={tagsOf(group)} />
              </td>
              <td>
                <TagList tags={extensionsOf(group)} />
              </td>
            </tr>
          ))}
        </CardTable>
      </div>
    )}
  </section>
)
