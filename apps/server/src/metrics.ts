import type { Database } from '@quatrain/platform/database/database.ts'
import type { MoreMetrics } from '@quatrain/platform/http/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { lastVerified } from '#database/verified-backups.ts'
import { type ExportLag, readExportLag } from '#features/audit-export/export-lag.reads.ts'
import { syslogName } from '#features/audit-export/syslog-export.ts'
import { measureRollOuts } from '#features/roll-out/roll-out-metrics.ts'
import { summarizeComparisons } from '#features/status/comparisons.repository.ts'
import { type EndedCall, endedCalls } from '#gateways/web-api/call.ts'
import type { Tenancy } from '#request/tenancy.ts'

interface Options {
  readonly database: Database
  readonly tenancy: Pick<Tenancy, 'everyTenant'>
  now(): Date
  /** Whether the activity log is sent to a receiver of syslog. */
  readonly exportsActivity: boolean
}

/** What shows an operator why a console is slow, or why writes to both stores do not end. */
export const consoleMetrics =
  (app: FastifyInstance, options: Options): MoreMetrics =>
  (registry) => {
    const { database, tenancy, now } = options
    const registers = [registry]
    new Gauge({
      name: 'quatrain_database_sessions',
      help: 'Sessions of the database by state; waiting: requests that wait for a session',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(database.sessions())) this.set({ state }, count)
      },
    })
    // One query for both gauges, which are collected in this order.
    let read: Promise<UnfinishedWrites | undefined>
    new Gauge({
      name: 'quatrain_unfinished_writes',
      help: 'Writes to both stores that have not ended, of all tenants and processes',
      registers,
      async collect() {
        read = unfinishedWrites(tenancy, now()).catch((error: unknown) => {
          // Without the database, the other metrics are the ones that are needed.
          app.log.warn(error, 'unfinished writes could not be counted')
          return undefined
        })
        setOrRemove(this, (await read)?.count)
      },
    })
    new Gauge({
      name: 'quatrain_oldest_unfinished_write_seconds',
      help: 'Age of the oldest write to both stores that has not ended; 0 without one',
      registers,
      async collect() {
        setOrRemove(this, (await read)?.age)
      },
    })
    new Gauge({
      name: 'quatrain_backup_age_seconds',
      help: 'Age of the last verified backup; absent without one',
      registers,
      async collect() {
        const last = await lastVerified(database).catch(() => undefined)
        setOrRemove(this, last && (now().getTime() - last.createdAt.getTime()) / 1000)
      },
    })
    new Gauge({
      name: 'quatrain_tenants_with_differences',
      help: 'Tenants whose console and Web API differed, or could not be compared, at the last comparison',
      registers,
      async collect() {
        const found = await summarizeComparisons(tenancy.everyTenant).catch(() => undefined)
        setOrRemove(this, found?.count)
      },
    })
    measureRollOuts(registers, {
      ...{ db: tenancy.everyTenant, now },
      failed: (error) => app.log.warn(error, 'jobs of roll-outs could not be counted'),
    })
    watchExport(options, registers)
    timeWebApi(app, registers)
  }

function watchExport({ tenancy, now, exportsActivity }: Options, registers: Registry[]) {
  // One query for both gauges, which are collected in this order.
  let read: Promise<ExportLag | undefined>
  new Gauge({
    name: 'quatrain_audit_export_waiting_rows',
    help: 'Rows of the activity log that the receiver of syslog does not have yet; absent without a receiver',
    registers,
    async collect() {
      read = exportsActivity
        ? readExportLag(tenancy.everyTenant, syslogName, now()).catch(() => undefined)
        : Promise.resolve(undefined)
      setOrRemove(this, (await read)?.rows)
    },
  })
  new Gauge({
    name: 'quatrain_audit_export_lag_seconds',
    help: 'Age of the oldest of these rows; 0 without any',
    registers,
    async collect() {
      setOrRemove(this, (await read)?.seconds)
    },
  })
}

function timeWebApi(app: FastifyInstance, registers: Registry[]) {
  const duration = new Histogram({
    name: 'quatrain_web_api_request_duration_seconds',
    help: 'Time of a call of the Web API; status none: no response',
    labelNames: ['method', 'collection', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const observe = (message: unknown) => {
    const { method, path, status = 'none', seconds } = message as EndedCall
    duration.observe({ method, collection: collectionOf(path), status: String(status) }, seconds)
  }
  endedCalls.subscribe(observe)
  app.addHook('onClose', async () => {
    endedCalls.unsubscribe(observe)
  })
}

/** `metric_profiles` of `/api/v2/metric_profiles/some-id?date=…`: ids would make a series each. */
const collectionOf = (path: string) => /^\/api\/v2\/([^/?]+)/.exec(path)?.[1] ?? 'other'

function setOrRemove(gauge: Gauge, value: number | undefined) {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}

interface UnfinishedWrites {
  readonly count: number
  /** Seconds. */
  readonly age: number
}

async function unfinishedWrites({ everyTenant }: Options['tenancy'], now: Date): Promise<UnfinishedWrites> {
  const { rows } = await sql<UnfinishedWrites>`
    select count(*)::integer as count,
      coalesce(greatest(extract(epoch from ${now}::timestamptz - min(opened_at)), 0), 0)::float8 as age
    from intents`.execute(everyTenant)
  return rows[0] ?? { count: 0, age: 0 }
}
