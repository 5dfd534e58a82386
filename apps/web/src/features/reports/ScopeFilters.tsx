import { extensionPrefix, placeOf } from '@quatrain/contract/reports/filter-places.ts'
import { entityLabels, type TopologyType } from '@quatrain/contract/reports/topology-types.ts'
import { type TopologyKind, topologyKinds, type WebApiScope } from '@quatrain/contract/web-api/topology.ts'
import { useWatch } from 'react-hook-form'
import { counted } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import { chosenType, type ReportValues } from './report-values.ts'
import classes from './scope.module.css'

type Filter = WebApiScope['filters'][number]

/** How many rows of its list each filter matches without the others. */
export function ScopeFilters({ filters }: { readonly filters: readonly Filter[] }) {
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
    <h4 id={`filters-of-${kind}`}>Each filter of {kind} alone</h4>
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
