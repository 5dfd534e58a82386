import type { HostOfMetric } from '@quatrain/contract/resources/checks-in-topology.ts'
import { Link } from 'react-router'
import type { Column } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import { CheckLine } from './CheckCommand.tsx'
import { readHostsOfMetric } from './topology.queries.ts'

/** The hosts on which a metric runs: those whose service types have it in a metric profile. */
export function MetricHostsPage() {
  const { metric = '' } = usePathParameters()
  return (
    <PageHead value={<ObjectTabs kind="metric" paths={paths.metrics} name={metric} />}>
      <PageFrame title="Hosts of metric" object={metric}>
        <List
          key={metric}
          source={{ queryKey: ['topology', 'hosts of metric', metric], read: readHostsOfMetric(metric) }}
          columns={columnsFor(metric)}
          keyOf={({ hostname, service }) => `${service} ${hostname}`}
          words={{ one: 'host', many: 'hosts' }}
          pageSize={30}
          empty={<p>No host of the topology has a service type for which a metric profile checks this metric.</p>}
        />
      </PageFrame>
    </PageHead>
  )
}

const columnsFor = (metric: string): readonly Column<HostOfMetric>[] => [
  {
    id: 'hostname',
    header: 'Host',
    width: '22%',
    sort: true,
    filter: { kind: 'text' },
    cell: ({ hostname }) => (
      <ClampedText text={hostname}>
        <Link to={paths.topology.host(hostname)}>{hostname}</Link>
      </ClampedText>
    ),
  },
  {
    id: 'service',
    header: 'Service type',
    width: '13%',
    sort: true,
    filter: { kind: 'text' },
    cell: ({ service }) => <ClampedText text={service} />,
  },
  {
    id: 'group',
    header: 'Groups',
    width: '19%',
    filter: { kind: 'text' },
    cell: ({ groups }) => <ClampedText text={groups.join(', ')} />,
  },
  {
    id: 'profiles',
    header: 'Metric profiles',
    width: '21%',
    cell: ({ profiles }) => <ClampedText text={profiles.join(', ')} />,
  },
  {
    id: 'command',
    header: 'Command',
    cell: ({ command, service, hostname }) => (
      <CheckLine command={command} metric={metric} host={`${service}__${hostname}`} />
    ),
  },
]
