import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#request/tenancy.ts'
import { countJobs } from './jobs.repository.ts'

/** The jobs of roll-outs that are not done, of all tenants. `failed` is told why they could not be counted. */
export function measureRollOuts(
  registers: Registry[],
  { db, now, failed }: { readonly db: Db; now(): Date; failed(error: unknown): void },
) {
  // One query for both gauges, which are collected in this order.
  let read: Promise<Awaited<ReturnType<typeof countJobs>> | undefined>
  new Gauge({
    name: 'quatrain_roll_out_jobs',
    help: 'Jobs of roll-outs that are not done, by state; deferred: not due yet',
    labelNames: ['state'],
    registers,
    async collect() {
      read = countJobs(db, now()).catch((error: unknown) => {
        failed(error)
        return undefined
      })
      this.reset()
      const { oldest: _, ...counts } = (await read) ?? { oldest: 0 }
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'quatrain_oldest_roll_out_job_seconds',
    help: 'Time for which the oldest due job of a roll-out has been waiting; 0 without one',
    registers,
    async collect() {
      const counts = await read
      if (counts) this.set(counts.oldest)
      else this.remove()
    },
  })
}
