import { Button } from '@mantine/core'
import type { JobActions, RollOutDetails, RollOutJob } from '@quatrain/contract/catalogue/roll-outs.ts'
import { useMemo } from 'react'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { useSelection } from '#kit/list/selection.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import type { JobWrites } from './use-job-actions.ts'

interface Props {
  readonly rollOut: RollOutDetails
  readonly writes: JobWrites
}

/** The jobs of a roll-out, the open ones first; any number can be selected. */
export function JobList({ rollOut: { action, tenants }, writes }: Props) {
  const selection = useSelection()
  const columns = useMemo(() => columnsWith(writes, action === 'change'), [writes, action])
  const open = tenants.filter(({ state }) => state !== 'done')
  const jobs = [...open, ...tenants.filter(({ state }) => state === 'done')]
  const names = [...selection.chosen]
  const acting = (label: string, verb: JobActions['action']) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={writes.isPending}
      onClick={() => (verb === 'defer' ? writes.defer(names) : writes.act({ tenants: names, action: verb }))}
    >
      {label}
    </Button>
  )
  return (
    <List
      source={{ data: jobs, error: null, isFetching: false, refetch: () => undefined }}
      columns={columns}
      keyOf={({ tenant }) => tenant}
      words={{ one: 'tenant', many: 'tenants' }}
      sizeName="roll-out-jobs"
      pageSize={50}
      empty="Tenants that the change concerned have been deleted."
      selection={{
        selection,
        header: 'Select',
        actions: (
          <>
            {acting('Run selected', 'run')}
            {acting('Pause selected', 'pause')}
            {acting('Defer selected', 'defer')}
          </>
        ),
      }}
    />
  )
}

const tones: Readonly<Record<RollOutJob['state'], Tone>> = {
  waiting: 'accent',
  paused: 'warn',
  refused: 'bad',
  reverted: 'warn',
  done: 'good',
}

const column = columnsFor<RollOutJob>()

/** Tenants are not taken back to before a delete. */
const columnsWith = (writes: JobWrites, isReversible: boolean): Column<RollOutJob>[] => [
  // Narrow, so that a phone shows the state beside it.
  column.text('tenant', 'Tenant', '150px'),
  { ...column.choice('state', 'State', '130px'), cell: ({ state }) => <Mark tone={tones[state]}>{state}</Mark> },
  {
    id: 'at',
    header: 'Due or done',
    cell: ({ due, done_at, reverted_at }) => <Moment iso={done_at ?? reverted_at ?? due} isRelative />,
    sort: ({ due, done_at, reverted_at }) => done_at ?? reverted_at ?? due,
    text: ({ due, done_at, reverted_at }) => done_at ?? reverted_at ?? due,
    width: '180px',
  },
  column.number('attempts', 'Attempts', '110px'),
  {
    id: 'reason',
    header: 'Reason',
    cell: reasonOf,
    text: reasonOf,
    filter: { kind: 'text', of: (job) => [reasonOf(job)] },
  },
  {
    id: 'action',
    header: 'Action',
    cell: (job) => (isReversible || job.state !== 'done') && <Action job={job} writes={writes} />,
    width: '110px',
  },
]

function reasonOf({ state, reason, reverted_by }: RollOutJob): string {
  return state === 'reverted' ? `Reverted by ${reverted_by}` : reason
}

interface ActionProps {
  readonly job: RollOutJob
  readonly writes: JobWrites
}

function Action({ job: { tenant, state }, writes: { act, revert, isPending } }: ActionProps) {
  const verb = state === 'done' ? 'Revert' : state === 'waiting' ? 'Pause' : 'Run'
  const run = () => {
    if (verb === 'Revert') revert(tenant)
    else act({ tenants: [tenant], action: verb === 'Run' ? 'run' : 'pause' })
  }
  return (
    <Button size="compact-sm" variant="default" disabled={isPending} aria-label={`${verb} ${tenant}`} onClick={run}>
      {verb}
    </Button>
  )
}
