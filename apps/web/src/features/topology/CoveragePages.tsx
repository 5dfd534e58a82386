import { type CoverageState, type CoveredCheck, coverageStates } from '@quatrain/contract/reports/topology.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './Coverage.module.css'
import { TopologyFrame } from './TopologyFrame.tsx'
import { noTopology } from './TopologyListPages.tsx'
import { coverageQuery, readCoveredEndpoints } from './topology.queries.ts'
import { endpointColumns, endpointKey } from './topology-columns.tsx'

const labels: Readonly<Record<CoverageState, string>> = {
  reported: 'In a report',
  unreported: 'In no report',
  unmonitored: 'Not monitored',
}
const shownStates = coverageStates.toReversed()

/** How many endpoints of today are monitored, and in a report, by service type and metric. */
export function CoveragePage() {
  const [query, setQuery] = useSearchParams()
  const site = query.get('site') ?? ''
  const { data, ...source } = useQuery({ ...coverageQuery(site), placeholderData: keepPreviousData })
  const choose = (site: string) =>
    setQuery((query) => {
      if (site === '') query.delete('site')
      else query.set('site', site)
      query.delete('page')
      return query
    })
  const sites = (
    <NativeSelect
      label="Group of endpoints"
      value={site}
      data={[{ value: '', label: 'All' }, ...(data?.groups ?? (site === '' ? [] : [site]))]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
  return (
    <TopologyFrame title="Coverage" days={sites}>
      {data && data.checks.length > 0 && (
        <div className={classes.total}>
          <p>
            {counted(totalOf(data.endpoints), 'endpoint')}:{' '}
            {shownStates
              .map((state) => `${data.endpoints[state].toLocaleString('en')} ${labels[state].toLowerCase()}`)
              .join(', ')}
            .
          </p>
          <StateBar counts={data.endpoints} />
          <p>
            Boxes run a metric for the service types of metric profiles. A report shows what both of its profiles
            contain, for the endpoints in its scope.
          </p>
        </div>
      )}
      <List
        source={{ ...source, data: data?.checks }}
        columns={columnsOf(site)}
        keyOf={({ service, metric }) => `${service} ${metric}`}
        words={{ one: 'check', many: 'checks' }}
        pageSize={50}
        empty={data?.unlisted === 'too long' ? <p>There are too many endpoints to look at all of them.</p> : noTopology}
      />
    </TopologyFrame>
  )
}

type Counts = Pick<CoveredCheck, CoverageState>

const totalOf = (counts: Counts): number => coverageStates.reduce((sum, state) => sum + counts[state], 0)

const linesOf = ({ ...counts }: Counts) => shownStates.filter((state) => counts[state] > 0)

/** The shares of the states: full, striped and empty. The numbers stand beside it. */
const StateBar = ({ counts }: { readonly counts: Counts }) => (
  <div className={classes.bar} aria-hidden="true">
    {linesOf(counts).map((state) => (
      <div key={state} className={classes[state]} style={{ flexGrow: counts[state] }} title={labels[state]} />
    ))}
  </div>
)

const column = columnsFor<CoveredCheck>()

const columnsOf = (site: string): readonly Column<CoveredCheck>[] => [
  { ...column.text('service', 'Service type', '22%'), isName: true },
  {
    ...column.text('metric', 'Metric'),
    cell: ({ metric }) =>
      metric === '' ? (
        'no metric'
      ) : (
        <ClampedText text={metric}>
          <Link to={paths.topology.hostsOf(metric)}>{metric}</Link>
        </ClampedText>
      ),
  },
  ...shownStates.map((state) => ({
    ...column.number(state, labels[state], '138px'),
    cell: ({ service, metric, ...counts }: CoveredCheck) =>
      counts[state] === 0 ? (
        <span className="mono">0</span>
      ) : (
        <Link
          className="mono"
          to={paths.topology.coveredEndpoints({ type: service, metric, state, site })}
          aria-label={`${counts[state]} endpoints of ${service} ${metric}: ${labels[state].toLowerCase()}`}
        >
          {counts[state].toLocaleString('en')}
        </Link>
      ),
  })),
  {
    id: 'states',
    header: 'States',
    width: '160px',
    filter: {
      kind: 'choice',
      texts: (counts) => linesOf(counts).map((state) => labels[state]),
      choices: shownStates.map((state) => labels[state]),
    },
    cell: (counts) => <StateBar counts={counts} />,
  },
]

/** The endpoints behind a number of the coverage. */
export function CoveredEndpointsPage() {
  const [query] = useSearchParams()
  const [service = '', metric = '', site = ''] = ['type', 'metric', 'site'].map((name) => query.get(name) ?? '')
  const state = coverageStates.find((state) => state === query.get('state')) ?? 'unmonitored'
  const check = { service, metric, state, ...(site !== '' && { group: site }) }
  return (
    <PageFrame title={`Endpoints ${labels[state].toLowerCase()}`} object={[service, metric].join(' ').trim()}>
      <List
        source={{ queryKey: ['topology', 'coverage', service, metric, state, site], read: readCoveredEndpoints(check) }}
        columns={endpointColumns(undefined).map(({ filter, ...column }) =>
          column.id === 'hostname' && filter ? { ...column, filter } : column,
        )}
        keyOf={endpointKey}
        words={{ one: 'endpoint', many: 'endpoints' }}
        pageSize={30}
        empty={<p>No endpoint is in this state.</p>}
      />
    </PageFrame>
  )
}
