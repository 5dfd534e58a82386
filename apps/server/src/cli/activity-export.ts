import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { exportActivity } from '#features/audit-export/export-activity.ts'
import { type Cursors, cursorsBefore, type LoggedRow } from '#features/audit-export/logged-rows.repository.ts'
import {
  holdReceiver,
  type Lease,
  moveCursors,
  readCursors,
  releaseReceiver,
  removeReceiver,
} from '#features/audit-export/receivers.repository.ts'
import type { Operator } from '#features/tenants/operator.ts'
import { findArchivedEnds } from '#kit/recording/activity-archives.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { withOperator } from './session.ts'
import { UsageError } from './terminal.ts'

/** Milliseconds between two looks for new rows. */
const pause = 1_000

interface Options {
  readonly tenant?: string
  readonly receiver?: string
  readonly from?: Date
  readonly follow?: true
}

/** `activity export` and `activity forget`. */
export function addActivityExport(activity: Command): void {
  activity
    .command('export')
    .description('print it as lines of JSON, for systems that keep or search logs')
    .option('--tenant <name>', 'only this tenant (default: all)')
    .option('--from <time>', 'begin at this time, such as 2026-11-01 or 2026-11-01T12:00:00Z', timeOf)
    .option('--receiver <name>', 'continue after the last line that was printed for this receiver')
    .option('--follow', 'wait for further rows, until the command is stopped')
    .action((options: Options) => withOperator((operator) => print(operator, options)))
  activity
    .command('forget')
    .description('remove a receiver that is not used any more, so that no old rows wait for it')
    .argument('<receiver>', 'its name')
    .action((receiver: string) =>
      withOperator(async ({ tenancy: { everyTenant } }) => {
        if (!(await removeReceiver(everyTenant, receiver))) {
          throw new Error(`There is no receiver ${receiver}, or a process exports to it.`)
        }
        console.log(`Receiver ${receiver} removed. An export to it begins with the oldest row.`)
      }),
    )
}

function timeOf(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a time in ISO 8601.')
  return time
}

async function print({ tenancy }: Operator, { tenant: name, receiver, from, follow }: Options): Promise<void> {
  const { everyTenant } = tenancy
  const tenant = name === undefined ? undefined : await tenancy.tenantWhere((tenant) => tenant.name === name)
  if (name !== undefined && !tenant) throw new UsageError(`There is no tenant ${name}.`)
  const lease =
    receiver === undefined ? undefined : { receiver, holder: randomUUID(), isOfChosen: tenant !== undefined }
  if (lease && !(await holdReceiver(everyTenant, lease))) {
    throw new Error(`Another process exports to ${lease.receiver}, or did so within the last minute.`)
  }
  const stop = new AbortController()
  const abort = () => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort)
  const { signal } = stop
  const move = async (cursors: Cursors) => {
    if (lease && !(await moveCursors(everyTenant, lease, cursors))) throw leaseLost(lease)
    return true
  }
  const options = { everyTenant, tenantId: tenant?.id, send: printRows, move, isEnding: () => signal.aborted }
  try {
    let cursors = await begin(everyTenant, lease, from)
    await sayWhatIsArchived(everyTenant, { cursors, from, tenantId: tenant?.id })
    do {
      cursors = await exportActivity(options, cursors)
      if (follow) await setTimeout(pause, undefined, { signal }).catch(() => {})
      if (lease && follow && !(await holdReceiver(everyTenant, lease))) throw leaseLost(lease)
    } while (follow && !signal.aborted)
  } finally {
    if (lease) await releaseReceiver(everyTenant, lease)
  }
}

const leaseLost = ({ receiver }: Lease) => new Error(`Another process has begun to export to ${receiver}.`)

async function begin(everyTenant: Db, lease: Lease | undefined, from: Date | undefined): Promise<Cursors> {
  const stored: Cursors = lease ? await readCursors(everyTenant, lease.receiver) : new Map()
  if (from === undefined) return stored
  if (stored.size > 0)
    throw new UsageError(`${lease?.receiver} has rows already, and continues after them without --from.`)
  const cursors = await cursorsBefore(everyTenant, from)
  // Earlier rows are not wanted, so they need not wait for this receiver to be archived.
  if (lease && !(await moveCursors(everyTenant, lease, cursors))) throw leaseLost(lease)
  return cursors
}

/** Names the rows that would be printed if they were not in archives, on standard error. */
async function sayWhatIsArchived(
  everyTenant: Db,
  {
    cursors,
    from,
    tenantId,
  }: { readonly cursors: Cursors; readonly from: Date | undefined; readonly tenantId: number | undefined },
): Promise<void> {
  for (const end of await findArchivedEnds(everyTenant)) {
    const isWanted = from === undefined ? (cursors.get(end.tenantId) ?? 0) < end.lastNumber : end.lastAt >= from
    if (!isWanted || (tenantId !== undefined && tenantId !== end.tenantId)) continue
    const name = end.tenant || `the deleted tenant ${end.tenantId}`
    console.error(
      `Rows 1 to ${end.lastNumber} of ${name}, until ${end.lastAt.toISOString()}, are archived, and are not printed.`,
    )
  }
}

/** Resolves when the system has taken the lines. */
function printRows(rows: readonly LoggedRow[]): Promise<void> {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return new Promise((resolve, reject) => {
    const closed = (error: Error) => reject(new Error(`Standard output was closed: ${error.message}`))
    process.stdout.once('error', closed)
    process.stdout.write(lines, (error) => {
      if (error) return
      process.stdout.off('error', closed)
      resolve()
    })
  })
}
