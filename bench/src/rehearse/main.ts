// Ends each process of an installation while people and monitoring boxes use it, and fails if anything was lost, is half
// done, or was seen by a client. See docs/reliability.md. `--saves 200` and `--rounds 1` make it shorter.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Databases, type Standby, startDatabases } from '../cluster.ts'
import { seconds } from '../report/figure.ts'
import { describeMachine } from '../report/machine.ts'
import { type Installation, type Part, startInstallation } from './installation.ts'
import { filling, type Load, startLoad } from './load.ts'
import { untilRecovered, verify } from './verify.ts'

const { values } = parseArgs({
  options: {
    saves: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '2' },
    /** Ends with a failover to a standby, for which commits wait, or do not. */
    failover: { type: 'string', default: '' },
  },
})
const wanted = Number(values.saves)
const rounds = Number(values.rounds)
/** Milliseconds between two requests of a client. */
const thinkingMs = 25

const savesOf = ({ savers }: Load) => savers.reduce((sum, { saves }) => sum + saves, 0)
const unclearOf = ({ seen }: Load) => [...seen.unclear.values()].reduce((sum, count) => sum + count, 0)
const problems: string[] = []

/** Ends something, starts it again, and prints what clients saw until all writes have ended. */
async function rehearse(load: Load, what: string, fault: () => Promise<void>): Promise<void> {
  const [saves, unclear] = [savesOf(load), unclearOf(load)]
  const begun = performance.now()
  await fault()
  // Everybody saves again: nothing waits for recovery.
  const before = load.savers.map(({ saves }) => saves)
  while (load.savers.some((saver, index) => saver.saves < (before[index] ?? 0) + 2) && load.seen.errors.length === 0) {
    await setTimeout(50)
  }
  await untilRecovered(load)
  const took = seconds(performance.now() - begun)
  console.log(
    `${what}: everybody saves again after ${took}; ${savesOf(load) - saves} saves, ${unclearOf(load) - unclear} repeated`,
  )
}

/** Every process in turn is asked to end, and started again: nobody has to repeat anything. */
async function restartAll(load: Load, parts: readonly Part[]): Promise<void> {
  const before = new Map(load.seen.unclear)
  for (const part of parts) {
    const saves = savesOf(load)
    await part.stop()
    await part.start()
    while (savesOf(load) < saves + 20 && load.seen.errors.length === 0) await setTimeout(50)
  }
  const seen = [...load.seen.unclear].filter(([status, count]) => count > (before.get(status) ?? 0))
  console.log(
    `rolling restart of ${parts.length} processes: ${seen.length === 0 ? 'nobody noticed' : JSON.stringify(seen)}`,
  )
  if (seen.length > 0) problems.push(`A rolling restart was noticed: ${JSON.stringify(seen)}`)
}

async function run(
  databases: Databases,
  {
    installation,
    standby,
    url,
  }: { readonly installation: Installation; readonly standby: Standby | undefined; readonly url: string },
): Promise<void> {
  const load = await startLoad(installation, thinkingMs)
  const parts = [...installation.consoles, ...installation.webApis]
  await restartAll(load, parts)
  for (let round = 0; round < rounds; round++) {
    for (const part of parts) {
      await rehearse(load, `${part.name} killed`, async () => {
        await part.kill()
        await part.start()
      })
    }
    await rehearse(load, 'PostgreSQL restarted in order', () => databases.restart('fast'))
    await rehearse(load, 'PostgreSQL crashed', () => databases.restart('immediate'))
  }
  if (standby) {
    const reads = await installation.standbyReads()
    console.log(`lists read before the failover: ${JSON.stringify(Object.fromEntries(reads))}`)
    if (!reads.get('standby')) problems.push('No list was read on the standby.')
    await rehearse(load, 'primary killed, standby promoted', async () => {
      await databases.kill()
      await standby.promote()
    })
  }
  while (savesOf(load) < wanted && load.seen.errors.length === 0) await setTimeout(100)
  await load.stop()
  await untilRecovered(load)
  const { lost, halfDone } = await verify(load, url)
  problems.push(...lost, ...halfDone, ...load.seen.errors)
  const longest = Math.max(...load.savers.map(({ longest }) => longest))
  const found = load.savers.reduce((sum, { found }) => sum + found, 0)
  console.log(`
acknowledged saves         ${savesOf(load)}, and ${load.reads()} reads
lost                       ${lost.length}
half done                  ${halfDone.length}
errors of a patient client ${load.seen.errors.length}
unclear answers            ${[...load.seen.unclear].map(([status, count]) => `${count} of ${status || 'lost connections'}`).join(', ') || 0}
saves found after one      ${found}
longest save with repeats  ${seconds(longest)}`)
}

console.log(describeMachine())
const databases = await startDatabases()
try {
  const primary = await databases.create('rehearsal')
  const standby = values.failover === '' ? undefined : await databases.follow(values.failover === 'synchronous')
  // As clients of PostgreSQL write it: a primary and its standbys.
  const url = standby ? primary.replace(/(:\d+)\//, `$1,${standby.host}/`) : primary
  const installation = await startInstallation(url, filling, { readsStandby: standby !== undefined })
  await run(databases, { installation, standby, url })
    .finally(() => installation.stop())
    .finally(() => standby?.stop())
} finally {
  await databases.stop()
}
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
