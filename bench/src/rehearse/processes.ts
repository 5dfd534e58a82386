// Ends each process of an installation while people and monitoring boxes use it, and fails if anything was lost, is half
// done, or was seen by a client.
import { createFilled, run, startCluster } from '../programs.ts'
import { type Installation, startInstallation } from './installation.ts'
import { filling, type Load, startLoad } from './load.ts'
import { step } from './report.ts'
import { settle, survive, untilLoad } from './steps.ts'

/** Every process in turn is asked to end, and started again: nobody has to repeat anything. */
async function restartAll(load: Load, { parts }: Installation): Promise<string> {
  const { repeated } = load.outcomes
  for (const part of parts) {
    const saves = load.saves()
    await part.program.stop()
    part.program = await part.start()
    await untilLoad(load, () => load.saves() >= saves + 20)
  }
  const noticed = load.outcomes.repeated - repeated
  if (noticed > 0) throw new Error(`${noticed} requests were repeated.`)
  return 'nobody noticed it'
}

interface Options {
  readonly saves: number
  readonly rounds: number
  /** Ends with a failover to a standby, for which commits wait (`synchronous`), or do not. */
  readonly failover: string | undefined
}

export async function rehearseProcesses({ saves, rounds, failover }: Options): Promise<void> {
  const cluster = await startCluster()
  try {
    const { url: primary } = await createFilled(cluster, filling)
    const standby = failover ? await run(cluster.url, 'checkpoint').then(cluster.standby) : undefined
    if (failover === 'synchronous') await run(cluster.url, `alter system set synchronous_standby_names = '*'`)
    await run(cluster.url, 'select pg_reload_conf()')
    // The address is written as clients of PostgreSQL write it: a primary and its standbys.
    const url = standby ? primary.replace(/(:\d+)\//, `$1,${new URL(standby.url).host}/`) : primary
    const installation = await startInstallation(url, standby && url)
    const load = await startLoad(installation.url, 25)
    const { length } = installation.parts
    await step(`rolling restart of ${length} processes`, () => restartAll(load, installation))
    for (let round = 0; round < rounds; round++) {
      for (const part of installation.parts) {
        await survive(load, `${part.name} killed`, async () => {
          await part.program.kill()
          part.program = await part.start()
        })
      }
      await survive(load, 'PostgreSQL restarted in order', () => cluster.restart('fast'))
      await survive(load, 'PostgreSQL crashed', () => cluster.restart('immediate'))
    }
    if (standby) {
      await survive(load, 'primary killed, standby promoted', async () => {
        await cluster.kill()
        await run(standby.url, 'select pg_promote()')
      })
    }
    await settle(load, url, saves)
    await installation.stop()
    await standby?.stop()
  } finally {
    await cluster.stop()
  }
}
