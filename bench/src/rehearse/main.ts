// Ends each process of an installation while people and monitoring boxes use it, and fails if anything was lost, is half
// done, or was seen by a client. See docs/reliability.md. `--saves 200` and `--rounds 1` make it shorter.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine, seconds } from '../figures.ts'
import { createFilled, run, startCluster } from '../programs.ts'
import { type Installation, startInstallation } from './installation.ts'
import { filling, type Load, startLoad } from './load.ts'

const { saves, rounds, failover } = parseArgs({
  options: {
    saves: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '2' },
    /** Ends with a failover to a standby, for which commits wait (`synchronous`), or do not. */
    failover: { type: 'string' },
  },
}).values

const problems: string[] = []

/** Waits until `isReached`, or until something is wrong. */
async function until({ outcomes }: Load, isReached: () => boolean): Promise<void> {
  while (!isReached() && outcomes.errors.length === 0) await setTimeout(50)
}

/** Ends something, starts it again, and prints what clients saw until everybody saves again and all writes have ended. */
async function rehearse(load: Load, label: string, fault: () => Promise<void>): Promise<void> {
  const [startedAt, saves, { repeated }] = [performance.now(), load.saves(), { ...load.outcomes }]
  await fault()
  const savesBefore = load.objects.map(({ saves }) => saves)
  await until(load, () => load.objects.every((object, index) => object.saves >= (savesBefore[index] ?? 0) + 2))
  await load.untilRecovered()
  const took = seconds(performance.now() - startedAt)
  const [saved, again] = [load.saves() - saves, load.outcomes.repeated - repeated]
  console.log(`${label}: everybody saves again after ${took}; ${saved} saves, ${again} requests repeated`)
}

/** Every process in turn is asked to end, and started again: nobody has to repeat anything. */
async function restartAll(load: Load, { parts }: Installation): Promise<void> {
  const { repeated } = load.outcomes
  for (const part of parts) {
    const saves = load.saves()
    await part.program.stop()
    part.program = await part.start()
    await until(load, () => load.saves() >= saves + 20)
  }
  const noticed = load.outcomes.repeated - repeated
  console.log(`rolling restart of ${parts.length} processes: ${noticed} requests repeated`)
  if (noticed > 0) problems.push('The rolling restart was noticed.')
}

console.log(describeMachine())
const cluster = await startCluster()
try {
  const { url: primary } = await createFilled(cluster, filling)
  const standby = failover ? await run(cluster.url, 'checkpoint').then(cluster.standby) : undefined
  if (failover === 'synchronous') await run(cluster.url, `alter system set synchronous_standby_names = '*'`)
  await run(cluster.url, 'select pg_reload_conf()')
  // The address is written as clients of PostgreSQL write it: a primary and its standbys.
  const url = standby ? primary.replace(/(:\d+)\//, `$1,${new URL(standby.url).host}/`) : primary
  const installation = await startInstallation(url, standby !== undefined)
  const load = await startLoad(installation.url, 25)
  await restartAll(load, installation)
  for (let round = 0; round < Number(rounds); round++) {
    for (const part of installation.parts) {
      await rehearse(load, `${part.name} killed`, async () => {
        await part.program.kill()
        part.program = await part.start()
      })
    }
    await rehearse(load, 'PostgreSQL restarted in order', () => cluster.restart('fast'))
    await rehearse(load, 'PostgreSQL crashed', () => cluster.restart('immediate'))
  }
  if (standby) {
    await rehearse(load, 'primary killed, standby promoted', async () => {
      await cluster.kill()
      await run(standby.url, 'select pg_promote()')
    })
  }
  await until(load, () => load.saves() >= Number(saves))
  problems.push(...(await load.stop(url)))
  const { took, repeated } = load.outcomes
  console.log(`\n${load.saves()} acknowledged saves, ${took.length} requests, ${repeated} of them repeated`)
  console.log(`${problems.length} saves lost or half done, or errors of a client that goes on`)
  await installation.stop()
  await standby?.stop()
} finally {
  await cluster.stop()
}
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
