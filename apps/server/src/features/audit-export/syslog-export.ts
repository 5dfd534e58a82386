import { randomUUID } from 'node:crypto'
import { runInRounds } from '@quatrain/platform/rounds.ts'
import type { FastifyInstance } from 'fastify'
import { type SyslogReceiver, sendSyslog } from '#clients/syslog/send-syslog.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { exportActivity } from './export-activity.ts'
import { type Held, holdReceiver, moveCursors, readCursors, releaseReceiver } from './receivers.repository.ts'
import { syslogMessage } from './syslog-message.ts'

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
  options: Options & { readonly lease: Held; readonly isEnding?: () => boolean },
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
