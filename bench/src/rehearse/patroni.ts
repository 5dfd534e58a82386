// Breaks each part of three PostgreSQL under Patroni while people use an installation on them: see docs/reliability.md.
import { setTimeout } from 'node:timers/promises'
import { createFilled, run } from '../programs.ts'
import { startInstallation } from './installation.ts'
import { filling, startLoad } from './load.ts'
import { startMachines } from './machines.ts'
import { settle, survive } from './steps.ts'

/** Longer than a leader keeps its role without etcd. */
const outageMs = 60_000
const lagMs = 150_000

export async function rehearsePatroni(saves: number): Promise<void> {
  const machines = await startMachines()
  const { url } = await createFilled({ url: machines.leaderUrl() }, filling)
  const database = new URL(url).pathname.slice(1)
  const installation = await startInstallation(machines.pooledUrl(database), machines.replicasUrl(database))
  const load = await startLoad(installation.url, 25)
  const find = async (role: string) => {
    const machine = await machines.roleOf(role)
    if (!machine) throw new Error(`There is no ${role}.`)
    return machine
  }

  await survive(load, 'planned switchover', async () => {
    const [leader, standby] = [await find('leader'), await find('sync_standby')]
    machines.control(leader, 'switchover', '--master', leader, '--candidate', standby, '--force')
    if ((await find('leader')) !== standby) throw new Error(`${standby} is not the leader.`)
  })
  await machines.untilHealthy()

  let lost = await find('leader')
  await survive(load, `the machine of the leader ${lost} loses power`, async () => machines.switchOff(lost))
  await machines.switchOn(lost)
  await machines.untilHealthy()

  const isolated = await find('leader')
  await survive(load, `the leader ${isolated} is cut off from the others`, async () => machines.cutOff(isolated, true))
  machines.cutOff(isolated, false)
  await machines.untilHealthy()

  const leader = await find('leader')
  await survive(load, 'etcd has no majority for a minute', async () => {
    for (const machine of machines.others(leader)) await machines.stopEtcd(machine)
    await setTimeout(outageMs)
  })
  if ((await run(machines.urlOf(leader), 'select pg_is_in_recovery() as standby'))[0]?.standby !== false)
    throw new Error(`${leader} did not stay the leader.`)
  await Promise.all(machines.others(leader).map(machines.startEtcd))
  await machines.untilHealthy()

  const replicas = machines.others(await find('leader'))
  await survive(load, `both replicas lag by ${lagMs / 1000} s`, async () => {
    for (const replica of replicas) await run(machines.urlOf(replica), 'select pg_wal_replay_pause()')
    await setTimeout(lagMs)
  })
  lost = await find('leader')
  await survive(load, `and then the machine of the leader ${lost} loses power`, async () => machines.switchOff(lost))
  await machines.switchOn(lost)
  await machines.untilHealthy()

  await settle(load, machines.leaderUrl(database), saves)
  await installation.stop()
  await machines.stop()
}
