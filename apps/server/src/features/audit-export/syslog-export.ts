import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { runInRounds } from '@quatrain/platform/rounds.ts'
import type { FastifyInstance } from 'fastify'
import { type SyslogReceiver, sendSyslog } from '#clients/syslog/send-syslog.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { exportActivity } from './export-activity.ts'
import type { LoggedRow } from './logged-rows.repository.ts'
import { holdReceiver, type Lease, moveCursors, readCursors, releaseReceiver } from './receivers.repository.ts'

/** The receiver of the settings, in the tables. */
export const syslogName = 'syslog'

interface Options {
  /** Spans tenants. */
  readonly everyTenant: Db
  readonly receiver: SyslogReceiver
}

/** Seconds between two rounds, and after a failed one. */
const every = 2
const afterFailure = 10

/** While the server listens: sends the activity log to the receiver, unless another process does. */
export function exportToSyslog(app: FastifyInstance, options: Options) {
  const { everyTenant } = options
  const lease = { receiver: syslogName, holder: randomUUID() }
  runInRounds(app, {
    name: 'export of the activity log',
    afterFailure,
    async round(isEnding) {
      await sendWhatIsNew({ ...options, lease, isEnding })
      return every
    },
    end: () =>
      releaseReceiver(everyTenant, lease).catch((error: unknown) => app.log.warn(error, 'receiver not released')),
  })
}

/** Sends all rows that the receiver does not have, unless another process holds it. Rejects if the receiver fails. */
export async function sendWhatIsNew(
  options: Options & { readonly lease: Lease; readonly isEnding?: () => boolean },
): Promise<void> {
  const { everyTenant, receiver, lease, isEnding = () => false } = options
  if (!(await holdReceiver(everyTenant, lease))) return
  await exportActivity(
    {
      everyTenant,
      isEnding,
      send: (rows) => sendSyslog(receiver, rows.map(syslogMessage)),
      move: (cursors) => moveCursors(everyTenant, lease, cursors),
    },
    await readCursors(everyTenant, lease.receiver),
  )
}

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6

/** Every receiver should take messages of this many bytes (RFC 5425, 4.3.1); many cut off longer ones. */
const maxBytes = 8_192

/**
 * A row as a message of RFC 5424. Tenant and number are structured data, by which a receiver recognises repeats; the text is the row
 * as JSON, without its documents if it would be too long.
 */
function syslogMessage(row: LoggedRow): string {
  const { at, tenant, tenant_id, number, before: _before, after: _after, ...rest } = row
  const parameters = Object.entries({ tenant: tenant ?? '', tenantId: tenant_id, number })
  const data = `[quatrain@32473 ${parameters.map(([name, value]) => `${name}="${escaped(String(value))}"`).join(' ')}]`
  const header = `<${priority}>1 ${at} ${machine} quatrain - activity ${data} \uFEFF`
  const complete = header + JSON.stringify(row)
  if (Buffer.byteLength(complete) <= maxBytes) return complete
  return header + JSON.stringify({ tenant, tenant_id, number, at, ...rest, documents_left_out: true })
}

const escaped = (value: string) => value.replace(/["\\\]]/g, '\\$&')

const machine =
  hostname()
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-'
