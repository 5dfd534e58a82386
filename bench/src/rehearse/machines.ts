// Three machines, as namespaces of the network, with etcd, PostgreSQL under Patroni, and the files of deploy/patroni; HAProxy and PgBouncer
// are on this machine. Only folders and ports of this machine differ from those files.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { read } from '../client.ts'
import { answersAt, run, startCommand } from '../programs.ts'
import { untilFound } from './report.ts'

const names = ['db1', 'db2', 'db3'] as const
export type Machine = (typeof names)[number]
const bridge = 'quatrain0'
const addressOf = (machine: Machine) => `10.77.0.1${machine.slice(2)}`
const spaceOf = (machine: Machine) => `quatrain-${machine}`
const linkOf = (machine: Machine) => `quatrain-${machine}`
const shellOf = (machine: Machine) => ['ip', 'netns', 'exec', spaceOf(machine)]
const postgresAccount = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
const system = ([program = '', ...words]: readonly string[]) =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const attempt = (command: readonly string[]) => {
  try {
    return system(command)
  } catch {
    return ''
  }
}

/** As Patroni describes the cluster. */
interface Member {
  readonly name: Machine
  readonly role: string
  readonly state: string
}

function killAll(machine: Machine): void {
  const processes = attempt(['ip', 'netns', 'pids', spaceOf(machine)])
    .split('\n')
    .filter(Boolean)
  if (processes.length > 0) attempt(['kill', '-9', ...processes])
}

function removeNetwork(): void {
  for (const machine of names) {
    killAll(machine)
    attempt(['ip', 'link', 'del', linkOf(machine)])
    attempt(['ip', 'netns', 'del', spaceOf(machine)])
  }
  attempt(['ip', 'link', 'del', bridge])
}

function makeNetwork(): void {
  system(['ip', 'link', 'add', bridge, 'type', 'bridge'])
  system(['ip', 'addr', 'add', '10.77.0.1/24', 'dev', bridge])
  system(['ip', 'link', 'set', bridge, 'up'])
  for (const machine of names) {
    system(['ip', 'netns', 'add', spaceOf(machine)])
    system(['ip', 'link', 'add', linkOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', spaceOf(machine)])
    system(['ip', 'link', 'set', linkOf(machine), 'master', bridge, 'up'])
    system([...shellOf(machine), 'ip', 'addr', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0'])
    for (const device of ['lo', 'eth0']) system([...shellOf(machine), 'ip', 'link', 'set', device, 'up'])
  }
}

interface Place {
  /** Everything of the run. */
  readonly folder: string
  /** The free ports of this machine that stand for those of the files. */
  readonly ports: Readonly<Record<5000 | 5001 | 6432, number>>
}

/** Writes the files of deploy/patroni as they are on each machine. Returns the settings of etcd and the file of Patroni for each. */
function writeFiles({ folder, ports }: Place) {
  const account = Number(system(['id', '-u', 'postgres']))
  const deployed = (name: string) =>
    readFileSync(new URL(`../../../deploy/patroni/${name}`, import.meta.url), 'utf8')
      .replaceAll(/127\.0\.0\.1:(\d+)|(?<=port ?= ?)(\d+)/g, (all) =>
        all.replace(/\d+$/, (port) => `${ports[port as never] ?? port}`),
      )
      // The database has the name that the rehearsal gives it.
      .replace('quatrain = host', '* = host')
      .replace('/etc/pgbouncer', folder)
  /** A file as it is on this machine: the lines that name all machines stay. */
  const fileOf = (machine: Machine, name: string) => {
    const [home, file] = [join(folder, machine), join(folder, machine, name)]
    const text = deployed(name)
      .split('\n')
      .map((line) =>
        /hosts:|INITIAL_CLUSTER=/.test(line)
          ? line
          : line.replaceAll('db1', machine).replaceAll('10.77.0.11', addressOf(machine)),
      )
      .join('\n')
      .replaceAll(/\/var\/(lib|run\/postgresql)/g, home)
    writeFileSync(file, text)
    return file
  }
  const files = new Map<Machine, { readonly patroni: string; readonly etcd: Readonly<Record<string, string>> }>()
  for (const machine of names) {
    mkdirSync(join(folder, machine))
    chownSync(join(folder, machine), account, -1)
    const settings = readFileSync(fileOf(machine, 'etcd.conf'), 'utf8').matchAll(/^(ETCD_\w+)=(.*)$/gm)
    const etcd = Object.fromEntries([...settings].map(([, name = '', setting = '']) => [name, setting]))
    files.set(machine, { patroni: fileOf(machine, 'patroni.yml'), etcd })
  }
  for (const name of ['haproxy.cfg', 'pgbouncer.ini']) writeFileSync(join(folder, name), deployed(name))
  writeFileSync(join(folder, 'userlist.txt'), '"postgres" "password-of-postgres"\n')
  return files
}

/** Starts everything, and waits until two replicas follow. It ends with this process. */
export async function startMachines() {
  // Each program ends with this process.
  process.setMaxListeners(40)
  removeNetwork()
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-patroni-'))
  chmodSync(folder, 0o755)
  process.on('exit', () => {
    removeNetwork()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  makeNetwork()
  const ports = { 5000: await freePort(), 5001: await freePort(), 6432: await freePort() }
  const files = writeFiles({ folder, ports })
  const asPostgres = (machine: Machine) => [...shellOf(machine), ...postgresAccount]
  const startEtcd = (machine: Machine) =>
    startCommand(
      [...asPostgres(machine), 'etcd'],
      answersAt(`http://${addressOf(machine)}:2379/health`),
      files.get(machine)?.etcd,
    )
  const startPatroni = (machine: Machine) =>
    startCommand(
      [...asPostgres(machine), 'patroni', files.get(machine)?.patroni ?? ''],
      answersAt(`http://${addressOf(machine)}:8008/liveness`),
      { HOME: join(folder, machine), PATRONI_LOG_DIR: join(folder, machine) },
    )
  const etcds = new Map(await Promise.all(names.map(async (machine) => [machine, await startEtcd(machine)] as const)))
  for (const machine of names) await startPatroni(machine)

  /** The members of the cluster, as the first machine that answers knows them. */
  const members = async (): Promise<readonly Member[]> => {
    const answers = names.map((machine) => read({ url: `http://${addressOf(machine)}:8008` }, '/cluster'))
    return (await Promise.any(answers)).members
  }
  const roleOf = async (role: string) => (await members()).find((member) => member.role === role)?.name
  const untilHealthy = () =>
    untilFound('a leader, a synchronous standby and another replica', async () => {
      const present = await members()
      const isHealthy = ['leader', 'sync_standby', 'replica'].every((role) =>
        present.some((member) => member.role === role && /running|streaming/.test(member.state)),
      )
      return isHealthy || undefined
    })
  await untilHealthy()

  const databaseAt = (port: number, name = 'postgres') =>
    `postgres://postgres:password-of-postgres@127.0.0.1:${port}/${name}`
  const leads = (port: number) => () =>
    run(databaseAt(port), 'select pg_is_in_recovery() as standby').then(
      ([row]) => row?.standby === false,
      () => false,
    )
  const haproxy = await startCommand(['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')], leads(ports[5000]))
  const pgbouncer = await startCommand(
    [...postgresAccount, 'pgbouncer', join(folder, 'pgbouncer.ini')],
    leads(ports[6432]),
  )

  return {
    /** Addresses of a database: the leader without and with a pooler, and the replicas. */
    leaderUrl: (name?: string) => databaseAt(ports[5000], name),
    pooledUrl: (name: string) => databaseAt(ports[6432], name),
    replicasUrl: (name: string) => databaseAt(ports[5001], name),
    urlOf: (machine: Machine) => databaseAt(5432).replace('127.0.0.1', addressOf(machine)),
    roleOf,
    untilHealthy,
    others: (machine: Machine) => names.filter((name) => name !== machine),
    /** Runs patronictl on a machine. */
    control: (machine: Machine, ...words: string[]) =>
      system([...shellOf(machine), 'patronictl', '-c', files.get(machine)?.patroni ?? '', ...words]),
    /** As a machine without power: nothing answers, and no connection is closed. */
    switchOff(machine: Machine) {
      system(['ip', 'link', 'set', linkOf(machine), 'down'])
      killAll(machine)
    },
    async switchOn(machine: Machine) {
      system(['ip', 'link', 'set', linkOf(machine), 'up'])
      etcds.set(machine, await startEtcd(machine))
      await startPatroni(machine)
    },
    /** Drops everything between a machine and the other two, or no longer; HAProxy reaches all of them. */
    cutOff(machine: Machine, isCut: boolean) {
      for (const neighbour of names.filter((name) => name !== machine))
        for (const [chain, side] of [
          ['INPUT', '-s'],
          ['OUTPUT', '-d'],
        ] as const)
          system([
            ...shellOf(machine),
            'iptables',
            isCut ? '-A' : '-D',
            chain,
            side,
            addressOf(neighbour),
            '-j',
            'DROP',
          ])
    },
    stopEtcd: async (machine: Machine) => etcds.get(machine)?.kill(),
    startEtcd: async (machine: Machine) => void etcds.set(machine, await startEtcd(machine)),
    async stop() {
      await pgbouncer.stop()
      await haproxy.stop()
    },
  }
}
