import { List } from '#kit/list/List.tsx'
import { DayField } from './DayField.tsx'
import { useDay } from './day-in-address.ts'
import { LeftOutRows } from './LeftOutRows.tsx'
import { noTopology } from './NoTopology.tsx'
import { TopologyFrame } from './TopologyFrame.tsx'
import { readAllEndpoints, readAllGroups, readEndpoints, readGroups } from './topology.queries.ts'
import { endpointColumns, endpointKey, groupColumns, groupKey } from './topology-columns.tsx'

/** The endpoints of a day. */
export function EndpointListPage() {
  const [date, setDate] = useDay('date')
  return (
    <TopologyFrame title="Endpoints" days={<DayField label="Day" day={date} onChange={setDate} />}>
      <LeftOutRows kind="endpoints" date={date} />
      <List
        key={date}
        source={{
          queryKey: ['topology', 'endpoints', date ?? ''],
          read: readEndpoints(date),
          readAll: readAllEndpoints(date),
        }}
        columns={endpointColumns(date)}
        keyOf={endpointKey}
        words={{ one: 'endpoint', many: 'endpoints' }}
        pageSize={30}
        empty={noTopology}
      />
    </TopologyFrame>
  )
}

/** The groups of a day. */
export function TopologyGroupListPage() {
  const [date, setDate] = useDay('date')
  return (
    <TopologyFrame title="Groups of endpoints" days={<DayField label="Day" day={date} onChange={setDate} />}>
      <LeftOutRows kind="groups" date={date} />
      <List
        key={date}
        source={{ queryKey: ['topology', 'groups', date ?? ''], read: readGroups(date), readAll: readAllGroups(date) }}
        columns={groupColumns(date)}
        keyOf={groupKey}
        words={{ one: 'group', many: 'groups' }}
        pageSize={30}
        empty={noTopology}
      />
    </TopologyFrame>
  )
}
