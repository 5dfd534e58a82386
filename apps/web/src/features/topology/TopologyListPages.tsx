import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { useQuery } from '@tanstack/react-query'
import { List } from '#kit/list/List.tsx'
import { DateInput } from '#kit/page/DateInput.tsx'
import { today } from '#lib/calendar-days.ts'
import { Notice } from '#ui/Notice.tsx'
import { TopologyFrame } from './TopologyFrame.tsx'
import { leftOutQuery, readAllEndpoints, readAllGroups, readEndpoints, readGroups } from './topology.queries.ts'
import { endpointColumns, endpointKey, groupColumns, groupKey } from './topology-columns.tsx'
import { useDay } from './use-day.ts'

/** The endpoints of a day. */
export function EndpointListPage() {
  const [date, setDate] = useDay('date')
  return (
    <TopologyFrame title="Endpoints" days={<DateInput label="Day" day={date ?? today()} onChange={setDate} />}>
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
    <TopologyFrame
      title="Groups of endpoints"
      days={<DateInput label="Day" day={date ?? today()} onChange={setDate} />}
    >
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

/** The rows that a connector sent and the Web API did not store, with the reasons. */
function LeftOutRows({ kind, date }: { readonly kind: TopologyKind; readonly date: string | undefined }) {
  const { data } = useQuery(leftOutQuery(kind, date))
  if (!data) return null
  const { count, rows } = data
  return (
    <Notice kind="warning">
      <details>
        <summary>
          {count === 1 ? 'One row' : `${count} rows`} of the list that was sent for {data.date} cannot be used and{' '}
          {count === 1 ? 'is' : 'are'} not in it.
        </summary>
        <ul>
          {rows.map(({ index, problem, fields }) => (
            <li key={index}>
              Row {index + 1}: {problem} (
              {Object.entries(fields)
                .map(([field, text]) => `${field} ${text.trim() === '' ? 'empty' : text}`)
                .join(', ')}
              )
            </li>
          ))}
          {count > rows.length && <li>{count - rows.length} more</li>}
        </ul>
      </details>
    </Notice>
  )
}

/** Shown if the Web API has no list for a day and none before it. */
export const noTopology = (
  <>
    <p>No topology for this day.</p>
    <p>Connectors write it to the Web API: the endpoints that are monitored, and the groups that they belong to.</p>
  </>
)
