import { Counter, type Registry } from '@prometheus-io/client'
import type { Database } from '@quatrain/platform/database/database.ts'
import { measure } from '@quatrain/platform/http/measure.ts'
import { readStandbyLag } from '#features/status/standby-lag.reads.ts'
import { type Standby, standbyResults } from '#request/tenancy/standby.ts'

interface Options {
  readonly primary: Database
  /** The standby; without one, the metrics are absent. */
  readonly standby: Standby | undefined
}

/** Adds where lists were read, and how far the standby is behind. */
export function measureStandby(
  registry: Registry,
  { primary, standby }: Options,
  failed: (error: unknown) => void,
): void {
  new Counter({
    name: 'quatrain_standby_reads_total',
    help: 'Reads of lists by where they were: on the standby, or on the primary because of its lag or a failure; absent without a standby',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const result of standby ? standbyResults : []) this.inc({ result }, standby?.results[result])
    },
  })
  const lag = async () => ({ seconds: standby && (await readStandbyLag(primary, standby.database)) })
  measure(registry, lag, failed, [
    {
      name: 'quatrain_standby_lag_seconds',
      help: 'Seconds since the last commit that the standby has applied; 0 if it has applied all; absent if it cannot be reached',
      value: ({ seconds }) => seconds,
    },
  ])
}
