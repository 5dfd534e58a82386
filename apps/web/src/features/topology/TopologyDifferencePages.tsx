import type { EndpointDifference, GroupDifference, TopologyTag } from '@quatrain/contract/reports/topology.ts'
import type { ReactNode } from 'react'
import type { Column } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { DateInput } from '#kit/page/DateInput.tsx'
import { dayBefore, today } from '#lib/calendar-days.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { Tags, topologyTagsInOrder } from './Tags.tsx'
import { TopologyFrame } from './TopologyFrame.tsx'
import classes from './topology.module.css'
import { readEndpointDifferences, readGroupDifferences } from './topology.queries.ts'
import { endpointColumns, endpointKey, groupColumns, groupKey } from './topology-columns.tsx'
import { useDay } from './use-day.ts'

type Difference = EndpointDifference | GroupDifference

const tones: Readonly<Record<Difference['change'], Tone>> = { added: 'good', removed: 'bad', changed: 'accent' }

/** The columns of a list for its differences: which change, and the tags that have changed. */
const columnsOf = <Row, Changed extends Difference & { readonly row: Row }>(
  columns: readonly Column<Row>[],
): readonly Column<Changed>[] => [
  {
    id: 'change',
    header: 'Change',
    width: '120px',
    filter: { kind: 'choice', choices: ['added', 'removed', 'changed'] },
    cell: ({ change }) => <Mark tone={tones[change]}>{change}</Mark>,
  },
  ...columns
    .filter(({ id }) => id !== 'tags' && id !== 'extensions')
    .map(({ text: _, sort, filter, ...column }) => ({
      ...column,
      ...(sort && { sort: true as const }),
      ...(filter && { filter: { kind: filter.kind } }),
      cell: ({ row }: Changed, at: number) => column.cell(row, at),
    })),
  {
    id: 'tags',
    header: 'Tags and extensions',
    filter: { kind: 'text' },
    cell: (difference) => <ChangedTags difference={difference} />,
  },
]

const endpointDifferenceColumns = columnsOf<EndpointDifference['row'], EndpointDifference>(endpointColumns(undefined))
const groupDifferenceColumns = columnsOf<GroupDifference['row'], GroupDifference>(groupColumns(undefined))

interface DaysProps {
  readonly children: (days: { readonly from: string; readonly to: string }) => ReactNode
  readonly title: string
}

/** Two days of the address; by default yesterday and today. */
function TwoDays({ title, children }: DaysProps) {
  const [chosenTo, setTo] = useDay('to')
  const [chosenFrom, setFrom] = useDay('from')
  const to = chosenTo ?? today()
  const from = chosenFrom ?? dayBefore(to)
  return (
    <TopologyFrame
      title={title}
      days={
        <>
          <DateInput label="From" day={from} onChange={setFrom} />
          <DateInput label="To" day={to} onChange={setTo} />
        </>
      }
    >
      {children({ from, to })}
    </TopologyFrame>
  )
}

const noDifferences = <p>Nothing has changed between these days, or there is no list for one of them.</p>

/** How the endpoints of two days differ. */
export const EndpointDifferencePage = () => (
  <TwoDays title="Changed endpoints">
    {(days) => (
      <List
        key={`${days.from} ${days.to}`}
        source={{
          queryKey: ['topology', 'endpoint differences', days.from, days.to],
          read: readEndpointDifferences(days),
        }}
        columns={endpointDifferenceColumns}
        keyOf={({ change, row }) => `${change} ${endpointKey(row)}`}
        words={{ one: 'changed endpoint', many: 'changed endpoints' }}
        pageSize={30}
        empty={noDifferences}
      />
    )}
  </TwoDays>
)

/** How the groups of two days differ. */
export const GroupDifferencePage = () => (
  <TwoDays title="Changed groups">
    {(days) => (
      <List
        key={`${days.from} ${days.to}`}
        source={{ queryKey: ['topology', 'group differences', days.from, days.to], read: readGroupDifferences(days) }}
        columns={groupDifferenceColumns}
        keyOf={({ change, row }) => `${change} ${groupKey(row)}`}
        words={{ one: 'changed group', many: 'changed groups' }}
        pageSize={30}
        empty={noDifferences}
      />
    )}
  </TwoDays>
)

interface Props {
  readonly difference: {
    readonly row: { readonly tags: readonly TopologyTag[] }
    readonly tagsBefore?: TopologyTag[] | undefined
  }
}

/** All tags of an added or removed row; of another one those that differ, with their earlier values. */
function ChangedTags({ difference: { row, tagsBefore } }: Props) {
  if (!tagsBefore) return <Tags tags={topologyTagsInOrder(row.tags)} />
  const before = new Map(tagsBefore.map(({ name, value }) => [name, value]))
  const after = new Map(row.tags.map(({ name, value }) => [name, value]))
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ name, old: before.get(name), now: after.get(name) }))
  const text = changed.map(({ name, old = 'none', now = 'none' }) => `${name}: ${old} → ${now}`).join(', ')
  return (
    <ClampedText text={text}>
      {changed.map(({ name, old, now }) => (
        <span key={name} className={classes.tag}>
          <span className={classes.name}>{name}</span> {old !== undefined && <del className={classes.old}>{old}</del>}{' '}
          {old !== undefined && now !== undefined && '→ '}
          {now !== undefined && <ins>{now}</ins>}
        </span>
      ))}
    </ClampedText>
  )
}
