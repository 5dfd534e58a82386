import { extensionPrefix, placeOf } from '@quatrain/contract/reports/filter-places.ts'
import { entityLabels, type TopologyType } from '@quatrain/contract/reports/topology-types.ts'
import { type TopologyKind, topologyKinds, type WebApiScope } from '@quatrain/contract/web-api/topology.ts'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { RowSearch } from '#kit/row-table/RowTable.tsx'
import { capitalized, counted } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { chosenType, type ReportValues } from './report-values.ts'
import classes from './scope.module.css'
import { useScopePreview } from './use-scope-preview.ts'

/** Shows which groups and endpoints the report covers, with the filters as they are in the form now. */
export function ScopePanel({ name }: { readonly name?: string | undefined }) {
  const [search, setSearch] = useState('')
  const { data, error, refetch, isFetching, isCurrent } = useScopePreview(name, search)
  return (
    <section className={classes.panel} aria-labelledby="scope" aria-busy={!isCurrent && !error}>
      <h3 id="scope">Scope</h3>
      {error && <LoadFailure subject="The preview of the scope" error={error} retry={refetch} isBusy={isFetching} />}
      {data?.state === 'unsupported' && (
        <p className={classes.quiet}>This Web API cannot preview what a report covers.</p>
      )}
      {data?.state === 'no topology' && (
        <p className={classes.quiet}>The Web API has no topology of today, so the report covers nothing yet.</p>
      )}
      {data?.state === 'previewed' && (
        <>
          <ScopeCounts scope={data.scope} isCompared={data.isCompared} />
          <ScopeWarning scope={data.scope} />
          <ScopeFilters filters={data.scope.filters} />
          <RowSearch
            label="Search groups and endpoints"
            placeholder="Search groups and endpoints"
            value={search}
            onSearch={setSearch}
          />
          <ScopeSample scope={data.scope} />
        </>
      )}
      {!data && !error && <p className={classes.quiet}>Asking the Web API…</p>}
    </section>
  )
}

const lists = [
  { kind: 'groups', label: 'Groups' },
  { kind: 'endpoints', label: 'Endpoints' },
] as const

/** How many rows of each list the report covers, and how many more or less than the stored report. */
const ScopeCounts = ({ scope, isCompared }: { readonly scope: WebApiScope; readonly isCompared: boolean }) => (
  <div role="status">
    <dl className={classes.counts}>
      {lists.map(({ kind, label }) => {
        const { covered, total, gained, lost } = scope[kind]
        return (
          <div key={kind}>
            <dt>{label}</dt>
            <dd>
              <strong>{covered.toLocaleString('en')}</strong> of {total.toLocaleString('en')}{' '}
              {gained > 0 && <Mark tone="good">{`${gained.toLocaleString('en')} gained`}</Mark>}{' '}
              {lost > 0 && <Mark tone="bad">{`${lost.toLocaleString('en')} lost`}</Mark>}
              {isCompared && gained + lost === 0 && <span className={classes.quiet}>same as stored</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  </div>
)

/** A filter that selects nothing or everything is usually a mistake. */
function ScopeWarning({ scope }: { readonly scope: WebApiScope }) {
  const warning = warningFor(scope)
  return warning && <Notice kind="warning">{warning}</Notice>
}

function warningFor({ groups, endpoints, filters }: WebApiScope): string | undefined {
  if (groups.covered === 0) return 'No group matches, so the report covers nothing.'
  if (endpoints.covered === 0) return 'The report covers no endpoint.'
  // The topology can have other types of endpoints, which a report without filters does not cover.
  const ofType = filters.find(({ kind, context }) => kind === 'endpoints' && context === '')
  const all = ofType?.matching ?? endpoints.total
  return endpoints.covered === all ? 'The report covers every endpoint of its topology type.' : undefined
}

type Filter = WebApiScope['filters'][number]

/** How many rows of its list each filter matches without the others. */
function ScopeFilters({ filters }: { readonly filters: readonly Filter[] }) {
  const type = chosenType(useWatch<ReportValues, 'topology_type'>({ name: 'topology_type' }))
  if (filters.length === 0) return null
  return (
    <div className={classes.samples}>
      {topologyKinds.map((kind) => (
        <Filters key={kind} kind={kind} type={type} filters={filters.filter((filter) => filter.kind === kind)} />
      ))}
    </div>
  )
}

interface ListProps {
  readonly kind: TopologyKind
  readonly type: TopologyType | undefined
  readonly filters: readonly Filter[]
}

const Filters = ({ kind, type, filters }: ListProps) => (
  <div className={classes.part}>
    <h4 id={`filters-of-${kind}`}>{capitalized(kind)} that match each filter on its own</h4>
    <ul className={classes.filters} aria-labelledby={`filters-of-${kind}`}>
      {filters.map((filter) => (
        <li key={`${filter.context} ${filter.name}`}>
          <span className={classes.name}>{labelOf(filter, type)}</span>
          {filter.matching === 0 ? (
            <Mark tone="warn">{`no ${kind}`}</Mark>
          ) : (
            <span className={classes.quiet}>{counted(filter.matching, one[kind])}</span>
          )}
        </li>
      ))}
    </ul>
  </div>
)

const one = { groups: 'group', endpoints: 'endpoint' } as const

/** Returns the label by which the form names the filter. */
function labelOf(filter: Filter, type: TopologyType | undefined): string {
  if (filter.context === '') return 'Topology type'
  const place = placeOf(filter)
  if (place?.part === 'extensions') return filter.name.slice(extensionPrefix.length)
  if (place?.part !== 'first' && place?.part !== 'second') return filter.name
  const label = entityLabels[type ?? 'none'][place.card][place.part === 'first' ? 0 : 1]
  return label.replace(/:$/, '')
}

/** Shows some of the rows that the report covers or covered; changes come first. */
const ScopeSample = ({ scope: { groups, endpoints } }: { readonly scope: WebApiScope }) => (
  <div className={classes.samples}>
    <Rows
      label="Groups"
      list={groups}
      rows={groups.sample.map(({ subgroup, group, type, change }) => ({
        name: subgroup,
        about: `in ${group}`,
        change,
        key: JSON.stringify([subgroup, group, type]),
      }))}
    />
    <Rows
      label="Endpoints"
      list={endpoints}
      rows={endpoints.sample.map(({ hostname, service, group, type, change }) => ({
        name: hostname,
        about: `${service} in ${group}`,
        change,
        key: JSON.stringify([hostname, service, group, type]),
      }))}
    />
  </div>
)

interface Row {
  readonly key: string
  readonly name: string
  readonly about: string
  readonly change: 'gained' | 'lost' | 'unchanged'
}

interface ScopeSampleProps {
  readonly label: string
  readonly list: Pick<WebApiScope['groups'], 'covered' | 'lost'>
  readonly rows: readonly Row[]
}

const tones = { gained: 'good', lost: 'bad' } as const

const Rows = ({ label, list: { covered, lost }, rows }: ScopeSampleProps) => (
  <div className={classes.part}>
    <h4>
      {label}
      <span className={classes.quiet}>
        {' '}
        {rows.length.toLocaleString('en')} of {(covered + lost).toLocaleString('en')} shown
      </span>
    </h4>
    {rows.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled, with the keyboard too
      <ul className={classes.rows} aria-label={label} tabIndex={0}>
        {rows.map(({ key, name, about, change }) => (
          <li key={key}>
            <span className="mono">{name}</span> <span className={classes.quiet}>{about}</span>{' '}
            {change !== 'unchanged' && <Mark tone={tones[change]}>{change}</Mark>}
          </li>
        ))}
      </ul>
    )}
  </div>
)
