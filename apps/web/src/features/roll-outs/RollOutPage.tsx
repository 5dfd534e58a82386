import { Button } from '@mantine/core'
import type { JobActions, RollOutDetails, RollOutJob } from '@quatrain/contract/catalogue/roll-outs.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { useSelection } from '#kit/list/use-selection.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { FailurePage, NotFound, PagePlaceholder } from '#kit/page/page-states.tsx'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { abbreviated, actionOf, progressOf } from './roll-out-words.ts'
import { rollOutQuery } from './roll-outs.queries.ts'
import { type JobWrites, useJobActions } from './use-job-actions.tsx'

/** One roll-out with the jobs of its tenants. */
export function RollOutPage() {
  const id = Number(usePathParameters().number)
  const isId = Number.isSafeInteger(id)
  const { data, error, refetch } = useQuery({ ...rollOutQuery(id), enabled: isId })
  if (!isId || isApiError(error, 'not_found')) {
    return <NotFound detail="There is no such roll-out." to={paths.rollOuts.list} toWhat="the roll-outs" />
  }
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title="Roll-out" />
  return <Details rollOut={data} />
}

function Details({ rollOut }: { readonly rollOut: RollOutDetails }) {
  const writes = useJobActions(rollOut.id)
  const namesIn = (states: readonly RollOutJob['state'][]) =>
    rollOut.tenants.flatMap(({ tenant, state }) => (states.includes(state) ? [tenant] : []))
  const waiting = namesIn(['waiting'])
  const stopped = namesIn(['paused', 'refused', 'reverted'])
  const button = (label: string, run: () => void) => (
    <Button variant="default" disabled={writes.isPending} onClick={run}>
      {label}
    </Button>
  )
  return (
    <PageFrame
      title="Roll-out"
      object={String(rollOut.id)}
      actions={
        <>
          {waiting.length > 0 && button('Pause all', () => writes.act({ tenants: waiting, action: 'pause' }))}
          {waiting.length > 0 && button('Defer all', () => writes.defer(waiting))}
          {stopped.length > 0 && button('Run all', () => writes.act({ tenants: stopped, action: 'run' }))}
        </>
      }
    >
      <p>
        {actionOf(rollOut)} <span className="mono">{abbreviated(rollOut.templates, rollOut.template_count)}</span> by{' '}
        {rollOut.actor}, <Moment iso={rollOut.at} />. {progressOf(rollOut)} have followed.
      </p>
      {rollOut.action === 'delete' && (
        <p>
          Each tenant keeps its metrics until its job has removed them. The templates are deleted after the last one.
        </p>
      )}
      <JobList rollOut={rollOut} writes={writes} />
    </PageFrame>
  )
}

interface Props {
  readonly rollOut: RollOutDetails
  readonly writes: JobWrites
}

/** The jobs of a roll-out, the open ones first; any number can be selected. */
function JobList({ rollOut: { action, tenants }, writes }: Props) {
  const selection = useSelection()
  const columns = useMemo(() => columnsWith(writes, action === 'change'), [writes, action])
  const open = tenants.filter(({ state }) => state !== 'done')
  const jobs = [...open, ...tenants.filter(({ state }) => state === 'done')]
  const names = [...selection.keys]
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
    filter: { kind: 'text', texts: (job) => [reasonOf(job)] },
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
