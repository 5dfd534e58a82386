import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import table from '#ui/table.module.css'
import { CheckCommand } from './CheckCommand.tsx'
import { checksQuery } from './checks.queries.ts'
import classes from './topology.module.css'

interface Props {
  readonly hostname: string
  readonly date: string | undefined
}

/** The checks that monitoring boxes run on a host, by the metric profiles. */
export function HostChecks({ hostname, date }: Props) {
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
