import { Button } from '@mantine/core'
import type { RollOutDetails, RollOutJob } from '@quatrain/contract/catalogue/roll-outs.ts'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { usePathParameters } from '#lib/path-parameters.ts'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { JobList } from './JobList.tsx'
import { abbreviated, actionOf, progressOf } from './roll-out-words.ts'
import { rollOutQuery } from './roll-outs.queries.ts'
import { useJobActions } from './use-job-actions.ts'

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
