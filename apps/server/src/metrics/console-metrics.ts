import { Gauge, Histogram, type Registry } from '@prometheus-io/client'
import type { Database } from '@quatrain/platform/database/database.ts'
import { measure } from '@quatrain/platform/http/measure.ts'
import { durationBuckets, type MoreMetrics } from '@quatrain/platform/http/metrics.ts'
import type { FastifyInstance } from 'fastify'
import { type EndedCall, endedCalls } from '#clients/web-api/call.ts'
import { lastVerified } from '#database/verified-backups.ts'
import { readExportLag } from '#features/audit-export/audit-export.reads.ts'
import { syslogName } from '#features/audit-export/syslog-export.ts'
import { countJobs } from '#features/roll-out/roll-out.reads.ts'
import { summarizeComparisons } from '#features/status/comparisons.repository.ts'
import type { Standby } from '#request/tenancy/standby.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { measureStandby } from './standby-metrics.ts'
import { measureWrites } from './write-metrics.ts'

interface Options {
  readonly database: Database
  readonly standby: Standby | undefined
  readonly tenancy: Pick<Tenancy, 'everyTenant'>
  now(): Date
  /** Whether the activity log is sent to a receiver of syslog. */
  readonly exportsActivity: boolean
}

/** What shows an operator why a console is slow, what waits, and what has failed. */
export const consoleMetrics =
  (
    app: FastifyInstance,
    { database, standby, tenancy: { everyTenant: db }, now, exportsActivity }: Options,
  ): MoreMetrics =>
  (registry) => {
    new Gauge({
      name: 'quatrain_database_sessions',
      help: 'Sessions of the database by state; waiting: requests that wait for a session',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        for (const [state, count] of Object.entries(database.sessions())) this.set({ state }, count)
      },
    })
    const failed = (subject: string) => (error: unknown) => app.log.warn(error, `${subject} could not be measured`)
    measureStandby(registry, { primary: database, standby }, failed('the lag of the standby'))
    measureWrites(app, registry, { db, now })
    measure(registry, () => countJobs(db, now()), failed('jobs of roll-outs'), [
      {
        name: 'quatrain_roll_out_jobs',
        help: 'Jobs of roll-outs that some tenants have not followed, by state; deferred: not due yet',
        label: 'state',
        value: ({ oldest: _, ...counts }) => counts,
      },
      {
        name: 'quatrain_oldest_roll_out_job_seconds',
        help: 'Time for which the oldest due job of a roll-out has been waiting; 0 without one',
        value: ({ oldest }) => oldest,
      },
    ])
    measure(registry, async () => ({ last: await lastVerified(database) }), failed('the age of the last backup'), [
      {
        name: 'quatrain_backup_age_seconds',
        help: 'Age of the last verified backup; absent without one',
        value: ({ last }) => last && (now().getTime() - last.createdAt.getTime()) / 1000,
      },
    ])
    measure(registry, () => summarizeComparisons(db), failed('differences'), [
      {
        name: 'quatrain_tenants_with_differences',
        help: 'Tenants whose console and Web API differed, or could not be compared, at the last comparison',
        value: ({ count }) => count,
      },
    ])
    const lag = async () => (exportsActivity ? await readExportLag(db, syslogName, now()) : undefined)
    measure(registry, lag, failed('the export of the activity log'), [
      {
        name: 'quatrain_audit_export_waiting_rows',
        help: 'Rows of the activity log that the receiver of syslog does not have yet; absent without a receiver',
        value: (lag) => lag?.rows,
      },
      {
        name: 'quatrain_audit_export_lag_seconds',
        help: 'Age of the oldest of these rows; 0 without any',
        value: (lag) => lag?.seconds,
      },
    ])
    timeWebApi(app, registry)
  }

function timeWebApi(app: FastifyInstance, registry: Registry) {
  const duration = new Histogram({
    name: 'quatrain_web_api_request_duration_seconds',
    help: 'Time of a call of the Web API; status none: no response',
    labelNames: ['method', 'collection', 'status'],
    buckets: durationBuckets,
    registers: [registry],
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
