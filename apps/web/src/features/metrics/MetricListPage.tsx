import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { Link } from 'react-router'
import { type Column, columnsFor } from '#kit/columns.tsx'
import { ResourceListPage } from '#kit/ResourceListPage.tsx'
import type { View } from '#kit/resource-queries.ts'
import { tagsInOrder, toneOfTag } from '#kit/tags.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { MarkLine } from '#ui/MarkLine.tsx'
import { placesFor } from './metric-places.ts'
import { noProfile } from './metrics.queries.ts'

const column = columnsFor<Metric>()

/** Names of things are in the type that tells their letters apart. */
const inMono = (named: Column<Metric>): Column<Metric> => ({
  ...named,
  cell: (metric, number) => <div className="mono">{named.cell(metric, number)}</div>,
})

function columnsIn(view: View): Column<Metric>[] {
  const places = placesFor(view)
  const probeVersion: Column<Metric> = {
    ...column.text('probeversion', 'Probe version', '20%'),
    cell: ({ probeversion }) => {
      const to = places.probeVersion(probeversion)
      return (
        <ClampedText text={probeversion}>
          {to === undefined ? undefined : <Link to={to}>{probeversion}</Link>}
        </ClampedText>
      )
    },
  }
  return [
    column.rowNumber(),
    inMono(column.link('name', 'Name', ({ name }) => places.metrics.details(name), '25%')),
    inMono(probeVersion),
    column.choice('mtype', 'Type', '110px'),
    column.choice('group', 'Group', '12%'),
    {
      id: 'tags',
      header: 'Tag',
      cell: ({ tags }) => <MarkLine words={tagsInOrder(tags)} toneOf={toneOfTag} />,
      sort: ({ tags }) => tags.join(' ').toLowerCase(),
      filter: { kind: 'choice', of: ({ tags }) => tags },
    },
    {
      id: 'profiles',
      header: 'Metric profile',
      cell: ({ profiles }) => <MarkLine words={profiles} toneOf={() => 'accent'} />,
      sort: ({ profiles }) => profiles.join(' ').toLowerCase(),
      filter: { kind: 'choice', of: profilesOf },
    },
  ]
}

/** Metrics that only a profile could keep and that no profile holds can be asked for as well. */
const profilesOf = ({ profiles, tags }: Metric) =>
  profiles.length === 0 && !tags.includes('internal') ? [noProfile] : profiles

const shared = {
  resource: metrics,
  pageSize: 50,
  purpose:
    'A metric is a check with the configuration of this tenant. Metrics come with the metric profiles that name them.',
} as const

const memberColumns = columnsIn('member')
const publicColumns = columnsIn('public')

export const MetricListPage = () => (
  <ResourceListPage {...shared} paths={placesFor('member').metrics} columns={memberColumns} />
)

export const PublicMetricListPage = () => (
  <ResourceListPage {...shared} paths={placesFor('public').metrics} columns={publicColumns} view="public" />
)
