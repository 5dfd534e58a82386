import { type MetricTag, metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { Link } from 'react-router'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { toneOfTag } from '#lib/tags.ts'
import { ClampedText, MarkLine } from '#ui/ClampedText.tsx'
import { Mark } from '#ui/Mark.tsx'

const column = columnsFor<MetricTag>()

/** The maximum number of members on one line. */
const maxShown = 24

const namesOf = ({ metrics }: MetricTag) => metrics.map(({ name }) => name)

function shownOf(tag: MetricTag): string[] {
  const names = namesOf(tag)
  const rest = names.length - maxShown
  return rest > 0 ? [...names.slice(0, maxShown), `and ${rest.toLocaleString('en')} more`] : names
}

const columns = ({ details }: ResourcePaths): Column<MetricTag>[] => [
  column.rowNumber(),
  {
    ...column.text('name', 'Name', '20%'),
    cell: ({ name }) => (
      <ClampedText text={name}>
        <Link to={details(name)}>
          <Mark tone={toneOfTag(name)}>{name}</Mark>
        </Link>
      </ClampedText>
    ),
  },
  {
    id: 'metrics',
    header: 'Metrics',
    cell: (tag) => <MarkLine words={shownOf(tag)} toneOf={() => 'accent'} />,
    text: (tag) => namesOf(tag).join(', '),
    filter: { kind: 'text', texts: namesOf },
  },
  column.count('count', 'Count', ({ metrics }) => metrics.length),
]

const shared = {
  resource: metricTags,
  columns,
  pageSize: 20,
  purpose: 'A metric tag groups metric templates: lists can be filtered by it, and boxes can request metrics by it.',
} as const

export const MetricTagListPage = () => <ResourceListPage {...shared} paths={paths.metricTags} />

export const PublicMetricTagListPage = () => (
  <ResourceListPage {...shared} paths={paths.publicMetricTags} view="public" />
)
