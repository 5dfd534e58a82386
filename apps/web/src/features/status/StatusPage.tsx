import { Button } from '@mantine/core'
import { type InstallationStatus, readStatus } from '@quatrain/contract/console/status.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/api/queries.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { Failure, PagePlaceholder } from '#kit/page/page-states.tsx'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import panel from '#ui/panel.module.css'
import classes from './Status.module.css'

/** What is wrong with the installation, its processes, and the tenants whose stores differ. */
export function StatusPage() {
  const { data, error, refetch, isFetching } = useQuery(statusQuery)
  const checkAgain = () => void refetch()
  if (error && !data) return <Failure error={error} retry={checkAgain} />
  if (!data) return <PagePlaceholder title="Status" />
  return (
    <PageFrame
      title="Status"
      actions={
        <Button variant="default" loading={isFetching} onClick={checkAgain}>
          Check again
        </Button>
      }
    >
      <div className={classes.parts}>
        <Checks checks={data.checks} at={data.checked_at} />
        <Processes processes={data.processes} at={data.checked_at} />
        <Comparisons comparisons={data.comparisons} />
      </div>
    </PageFrame>
  )
}

const results: Readonly<Record<'ok' | 'warning' | 'error', readonly [word: string, tone: Tone]>> = {
  ok: ['OK', 'good'],
  warning: ['Warning', 'warn'],
  error: ['Error', 'bad'],
}
/** What must be mended comes first. */
const order = ['error', 'warning', 'ok']

const Checks = ({ checks, at }: { readonly checks: InstallationStatus['checks']; readonly at: string }) => (
  <section className={panel.panel} aria-labelledby="checks">
    <h2 id="checks">
      Checks of <Moment iso={at} />
    </h2>
    <CardTable caption="Table of checks" headings={['Subject', 'Result', 'Found']}>
      {checks
        .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
        .map(({ subject, level, text }) => {
          const [word, tone] = results[level]
          return (
            <tr key={`${subject} ${text}`}>
              <td>{subject}</td>
              <td>
                <Mark tone={tone}>{word}</Mark>
              </td>
              <td className={classes.text}>{withCommands(text)}</td>
            </tr>
          )
        })}
    </CardTable>
    <p>
      <code>quatrain doctor</code> also checks the settings and the secrets and keys of every tenant.
    </p>
  </section>
)

/** Commands of an operator stand between backticks. */
const withCommands = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))

/** Milliseconds after which a process that does not report itself is thought to have ended. */
const silent = 5 * 60_000

const Processes = ({ processes, at }: { readonly processes: InstallationStatus['processes']; readonly at: string }) => {
  const versions = new Set(processes.map(({ version }) => version))
  return (
    <section className={panel.panel} aria-labelledby="processes">
      <h2 id="processes">Processes of the console</h2>
      <CardTable
        caption="Table of processes"
        headings={['Machine', 'Process', 'Version', 'Started', 'Last seen', 'State']}
      >
        {processes.map(({ machine, pid, version, started_at, seen_at }) => (
          <tr key={`${machine} ${pid} ${started_at}`}>
            <td>{machine}</td>
            <td className="mono">{pid}</td>
            <td className="mono">{version}</td>
            <td>
              <Moment iso={started_at} />
            </td>
            <td>
              <Moment iso={seen_at} />
            </td>
            <td>
              {Date.parse(at) - Date.parse(seen_at) > silent ? (
                <Mark tone="plain">Ended</Mark>
              ) : (
                <Mark tone="good">Running</Mark>
              )}
            </td>
          </tr>
        ))}
      </CardTable>
      {processes.length === 0 && <p>No process has reported itself in the last hour.</p>}
      {versions.size > 1 && <p>The processes have different versions. That is normal only during an upgrade.</p>}
    </section>
  )
}

const Comparisons = ({ comparisons }: { readonly comparisons: InstallationStatus['comparisons'] }) => {
  const { every_hours: hours, compared, waiting, count, first } = comparisons
  return (
    <section className={panel.panel} aria-labelledby="comparisons">
      <h2 id="comparisons">Differences between the console and the Web API</h2>
      {first.length > 0 && (
        <CardTable caption="Table of tenants with differences" headings={['Tenant', 'Compared', 'Found']}>
          {first.map(({ tenant, compared_at, differences, failure }) => (
            <tr key={tenant}>
              <td>{tenant}</td>
              <td>
                <Moment iso={compared_at} />
              </td>
              <td className={classes.text}>
                {failure || counted(differences ?? 0, 'object differs', 'objects differ')}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
      {count > first.length && <p>And {count - first.length} more tenants.</p>}
      <p>{summary(hours, compared, waiting, count)}</p>
    </section>
  )
}

function summary(hours: number, compared: number, waiting: number, count: number): string {
  if (hours === 0) return 'The stores are not compared at intervals: QUATRAIN_COMPARE_HOURS is 0.'
  if (compared + waiting === 0) return 'There are no tenants to compare.'
  const interval = `Each tenant is compared every ${hours === 1 ? 'hour' : `${hours} hours`}.`
  const rest = waiting > 0 ? ` ${counted(waiting, 'tenant has', 'tenants have')} not been compared yet.` : ''
  const outcome =
    count === 0 && compared > 0 ? ` ${counted(compared, 'tenant has', 'tenants have')} no differences.` : ''
  const remedy = count > 0 ? ' Superusers of these tenants find the objects under Administration > Differences.' : ''
  return interval + outcome + rest + remedy
}

const statusQuery = queryOf(['status'], readStatus, {})
