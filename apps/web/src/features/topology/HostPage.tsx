import type { TopologyHost } from '@quatrain/contract/reports/topology.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { DateInput } from '#kit/page/DateInput.tsx'
import { ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { FailurePage, LoadFailure, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { Dependents } from '#kit/page/WhereUsed.tsx'
import { today } from '#lib/calendar-days.ts'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import { CheckCommand } from './CheckCommand.tsx'
import { extensionsOf, TagList, tagsOf } from './Tags.tsx'
import classes from './topology.module.css'
import { checksQuery, hostQuery } from './topology.queries.ts'
import { endpointKey, groupKey } from './topology-columns.tsx'
import { useDay } from './use-day.ts'

const title = 'Host'

/** Everything the topology says about one host. */
export function HostPage() {
  const { hostname = '' } = usePathParameters()
  const [date, setDate] = useDay('date')
  const { data, error, refetch } = useQuery(hostQuery(hostname, date))
  const day = <DateInput label="Day" day={date ?? today()} onChange={setDate} />
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
    <PageHead value={<ObjectTabs kind="host" paths={paths.topology.hosts} name={hostname} />}>
      <PageFrame title={title} object={hostname} actions={day}>
        <Endpoints host={data} date={date} />
        <Groups host={data} />
        <HostChecks hostname={hostname} date={date} />
        <Dependents
          object={{ kind: 'host', name: hostname }}
          emptyText="No thresholds profile and no metric override names it."
        />
      </PageFrame>
    </PageHead>
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

/** The checks that monitoring boxes run on a host, by the metric profiles. */
function HostChecks({ hostname, date }: { readonly hostname: string; readonly date: string | undefined }) {
  const { data, error, refetch, isFetching } = useQuery(checksQuery(hostname, date))
  return (
    <section className={classes.section} aria-label="Checks">
      <h2>Checks</h2>
      {error && <LoadFailure subject="The checks" error={error} retry={refetch} isBusy={isFetching} />}
      {!data && !error && <p role="status">Loading checks</p>}
      {data?.length === 0 && <p>No metric profile has a service type of this host.</p>}
      {data && data.length > 0 && (
        <>
          <p>
            {counted(data.length, 'check', 'checks')} in all metric profiles. A monitoring box runs those of the
            profiles that it is configured with.
          </p>
          <div className={table.scroll}>
            <CardTable caption="Checks" headings={['Service type', 'Metric', 'Metric profiles', 'Command']}>
              {data.map(({ service, metric, mtype, profiles, command }) => (
                <tr key={`${service} ${metric}`}>
                  <td>{service}</td>
                  <th scope="row" className="mono">
                    <Link to={paths.metrics.details(metric)}>{metric}</Link>
                  </th>
                  <td>
                    <ProfileLinks names={profiles} />
                  </td>
                  <td>
                    <CheckCommand mtype={mtype} command={command} metric={metric} host={`${service}__${hostname}`} />
                  </td>
                </tr>
              ))}
            </CardTable>
          </div>
        </>
      )}
    </section>
  )
}

const ProfileLinks = ({ names }: { readonly names: readonly string[] }) => (
  <ul className={classes.names}>
    {names.map((name) => (
      <li key={name}>
        <Link to={paths.metricProfiles.details(name)}>{name}</Link>
      </li>
    ))}
  </ul>
)
