import { jobStates, type RollOut } from '@quatrain/contract/catalogue/roll-outs.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { Moment } from '#kit/page/Moment.tsx'
import { FailurePage, PagePlaceholder } from '#kit/page/page-states.tsx'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark } from '#ui/Mark.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import table from '#ui/table.module.css'
import { abbreviated, progressOf } from './roll-out-words.ts'
import { rollOutsQuery } from './roll-outs.queries.ts'

/** The changes of the catalogue that tenants follow by jobs, with their progress. */
export function RollOutsPage() {
  const { data, error, refetch } = useQuery(rollOutsQuery)
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title="Roll-outs" />
  return (
    <PageFrame title="Roll-outs">
      <p>
        {data.length === 0
          ? 'No change of the catalogue has concerned a metric of a tenant.'
          : 'Changes of the catalogue that concern metrics of tenants, the newest first. Until a tenant has followed, it sees its old state.'}
      </p>
      <p>
        A new version of a package is not among them: a tenant stays on its version until its administrators update the
        metrics of the package.
      </p>
      {data.length > 0 && (
        <div className={table.scroll}>
          <CardTable
            caption="Table of roll-outs"
            headings={['Roll-out', 'Metric templates', 'Changed', 'By', 'Done', 'Held up']}
          >
            {data.map((rollOut) => (
              <Row key={rollOut.id} rollOut={rollOut} />
            ))}
          </CardTable>
        </div>
      )}
      <Suspense>
        <DayChart
          title="Roll-outs over time"
          caption="Tenants by the day of the roll-out"
          series={[
            { one: 'followed tenant', heading: 'Followed', tone: 'good' },
            { one: 'other tenant', heading: 'Not followed', tone: 'warn' },
          ]}
          days={daysOf(data)}
        />
      </Suspense>
    </PageFrame>
  )
}

const DayChart = lazyPart(
  () => import('#kit/page/DayChart.tsx'),
  ({ DayChart }) => DayChart,
)

/** How many tenants have followed the roll-outs of each of the last days, and how many have not; none without such a roll-out. */
function daysOf(rollOuts: readonly RollOut[]) {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const days = Array.from({ length: 90 }, (_, index) => {
    const day = dayBefore(89 - index)
    const jobs = rollOuts.flatMap((rollOut) => (rollOut.at.startsWith(day) ? rollOut.jobs : []))
    const done = jobs.reduce((sum, ofRollOut) => sum + ofRollOut.done, 0)
    const all = jobs.reduce(
      (sum, ofRollOut) => sum + jobStates.reduce((count, state) => count + ofRollOut[state], 0),
      0,
    )
    return { day, counts: [done, all - done] }
  })
  // Those before the oldest one in the list are not known.
  const first = days.findIndex(({ day }) => day >= (rollOuts.at(-1)?.at.slice(0, 10) ?? ''))
  return days.some(({ counts }) => counts.some((count) => count > 0)) ? days.slice(first) : []
}

const Row = ({ rollOut }: { readonly rollOut: RollOut }) => (
  <tr>
    <td className={table.unbroken}>
      <Link to={paths.rollOuts.details(rollOut.id)}>Roll-out {rollOut.id}</Link>
    </td>
    <td>
      {rollOut.action === 'delete' && 'Delete of '}
      <span className="mono">{abbreviated(rollOut.templates, rollOut.template_count)}</span>
    </td>
    <td>
      <Moment iso={rollOut.at} isRelative />
    </td>
    <td>{rollOut.actor}</td>
    <td className={table.unbroken}>{progressOf(rollOut)}</td>
    <td>
      {rollOut.jobs.refused > 0 && <Mark tone="bad">{`${rollOut.jobs.refused} refused`}</Mark>}{' '}
      {rollOut.jobs.paused > 0 && <Mark tone="warn">{`${rollOut.jobs.paused} paused`}</Mark>}{' '}
      {rollOut.jobs.reverted > 0 && <Mark tone="warn">{`${rollOut.jobs.reverted} reverted`}</Mark>}
    </td>
  </tr>
)
