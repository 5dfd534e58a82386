import type { TopologyEndpoint, TopologyGroup, TopologyTag } from '@quatrain/contract/reports/topology.ts'
import { Link } from 'react-router'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { paths } from '#lib/paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { extensionsOf, Tags, tagsOf, textOf } from './Tags.tsx'

interface Tagged {
  readonly tags: readonly TopologyTag[]
}

const endpoint = columnsFor<TopologyEndpoint>()
const group = columnsFor<TopologyGroup>()

const tagColumns = <Row extends Tagged>(): readonly Column<Row>[] => [
  {
    id: 'tags',
    header: 'Tags',
    filter: { kind: 'text' },
    text: (row) => textOf(tagsOf(row)),
    cell: (row) => <Tags tags={tagsOf(row)} />,
  },
  {
    id: 'extensions',
    header: 'Extensions',
    width: '13%',
    text: (row) => textOf(extensionsOf(row)),
    cell: (row) => <Tags tags={extensionsOf(row)} />,
  },
]

/** `date` is the day of the list, which links keep. */
export const endpointColumns = (date: string | undefined): readonly Column<TopologyEndpoint>[] => [
  endpoint.text('group', 'Group', '14%'),
  endpoint.text('service', 'Service type', '16%'),
  {
    ...endpoint.text('hostname', 'Host', '25%'),
    isName: true,
    cell: ({ hostname }) => (
      <ClampedText text={hostname}>
        <Link to={paths.topology.host(hostname, date)}>{hostname}</Link>
      </ClampedText>
    ),
  },
  ...tagColumns<TopologyEndpoint>(),
]

export const groupColumns = (date: string | undefined): readonly Column<TopologyGroup>[] => [
  group.text('group', 'Group', '16%'),
  {
    ...group.text('subgroup', 'Subgroup', '19%'),
    isName: true,
    cell: ({ subgroup }) => (
      <ClampedText text={subgroup}>
        <Link to={paths.topology.endpointsOf(subgroup, date)}>{subgroup}</Link>
      </ClampedText>
    ),
  },
  { id: 'type', header: 'Type', width: '100px', text: ({ type }) => type, cell: ({ type }) => type },
  ...tagColumns<TopologyGroup>(),
]

export const endpointKey = ({ type, group, service, hostname, tenant = '' }: TopologyEndpoint): string =>
  [type, group, service, hostname, tenant].join('\n')

export const groupKey = ({ type, group, subgroup, tenant = '' }: TopologyGroup): string =>
  [type, group, subgroup, tenant].join('\n')
