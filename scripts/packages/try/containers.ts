// The image with compose.yaml on a machine with podman, with the commands of docs/installation.md: two consoles behind nginx.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { release } from '../release.ts'
import { skip } from '../skipped.ts'
import { commandsBelow } from './document.ts'
import { addTenants, describeMachine, host, password, prepareApt, setUpNginx } from './evening.ts'
import type { Machine } from './machine.ts'
import { arrive, type Person, stillThere, underLoad } from './person.ts'
import { eventually, expectThat, step } from './steps.ts'

const consoles = ['quatrain-console-1', 'quatrain-second-console-1']
const servers = [...consoles, 'quatrain-webapi-1']

/** What compose.yaml needs of an image of PostgreSQL, done by the PostgreSQL of Debian. */
const startOfDatabase = `#!/bin/sh
set -eu
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
by() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
data=/var/lib/postgresql/data
if [ ! -e $data ]; then
  chown postgres: /var/lib/postgresql /run/postgresql
  echo "$POSTGRES_PASSWORD" > /run/password && chmod 644 /run/password
  by initdb --pgdata=$data --username="$POSTGRES_USER" --pwfile=/run/password --auth-local=trust --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
  by pg_ctl --pgdata=$data -o '-c listen_addresses=' --wait start
  by createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  for file in /docker-entrypoint-initdb.d/*.sql; do by psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --file="$file"; done
  by pg_ctl --pgdata=$data --wait stop
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups postgres -D $data -c 'listen_addresses=*'
`

/** Gets the image of PostgreSQL from its registry; a machine that cannot reach it makes one of Debian's package. */
async function provideDatabase({ sh }: Machine): Promise<string> {
  const [name = ''] = /docker\S+postgres:\d+/.exec(composition('compose.yaml')) ?? []
  try {
    return await sh(`podman pull --quiet ${name}`)
  } catch {
    skip(`THE IMAGE ${name} WAS NOT TRIED: this machine cannot reach its registry. Debian's PostgreSQL took its place.`)
  }
  await sh('apt-get install postgresql && systemctl disable --now postgresql')
  const file = '/usr/local/bin/database'
  await sh(`cat > ${file} && chmod +x ${file}`, { input: startOfDatabase })
  await sh('ln -s /usr/lib/postgresql/*/bin/pg_isready /usr/local/bin/ && mkdir -p /run/postgresql')
  const files = 'bin sbin lib lib64 usr etc tmp var/run run/postgresql'
  const change = `--change 'ENTRYPOINT ["${file}"]'`
  await sh(`tar -C / -c ${files} --exclude=usr/lib/modules --exclude=usr/share | podman import ${change} - ${name}`)
  return sh('ls /usr/lib/postgresql')
}

const composition = (name: string) => readFileSync(join(release.root, 'deploy/compose', name), 'utf8')

/** The process of a container, and whether its health check has passed. */
const stateOf = ({ sh }: Machine, container: string) =>
  sh(`podman inspect --format '{{.State.Pid}} {{.State.Health.Status}}' ${container}`)

const allHealthy = (machine: Machine): Promise<true> =>
  eventually('Health of all containers', async () => {
    const states = await Promise.all(servers.map((name) => stateOf(machine, name)))
    return states.every((state) => state.endsWith(' healthy')) ? true : undefined
  })

async function installContainers(machine: Machine): Promise<void> {
  const { sh } = machine
  const commands = commandsBelow('installation.md', 'Containers').filter((command) => !isUpdate(command))
  const [installing = '', ...following] = commands.filter((command) => !isAlias(command))
  await describeMachine(machine)
  await prepareApt(machine)
  await step(installing, async () => {
    await sh(installing)
    // The containers of nspawn have no controllers of cgroups, which podman would limit the number of processes with.
    if (machine.kind === 'nspawn')
      await sh('printf "[containers]\\npids_limit = 0\\n" > /etc/containers/containers.conf')
    return sh('podman --version; crun --version | head -1; /usr/libexec/docker/cli-plugins/docker-compose version')
  })
  await step('the image of PostgreSQL', () => provideDatabase(machine))
  const image = `${release.name}-${release.version}-oci.tar`
  await machine.copy(join(release.folder, image), `/root/${image}`)
  for (const name of ['compose.yaml', 'second-console.yaml']) await sh(`cat > ${name}`, { input: composition(name) })
  for (const command of following) await step(command, async () => (await sh(command)).slice(-200) || 'done')
  await step('all are healthy, without rights and with a read-only root', async () => {
    await allHealthy(machine)
    const folderOf = (name: string) => `/proc/$(podman inspect --format {{.State.Pid}} ${name})`
    const inspections = servers.map(
      (name) =>
        `grep -hE '^(Uid|CapEff|NoNewPrivs)' ${folderOf(name)}/status | tr '\\n\\t' '  '; grep ' / ' ${folderOf(name)}/mounts | cut -d ' ' -f 4 | cut -c 1-3`,
    )
    const lines = (await sh(inspections.join('; '))).split('\n')
    const rights = /^Uid: 65532 65532 65532 65532 CapEff: 0+ NoNewPrivs: 1 ro,$/
    expectThat(lines.length === servers.length && lines.every((line) => rights.test(line)), lines.join(' / '))
    return lines.join(' / ')
  })
}

const isAlias = (command: string) => command.startsWith('alias ')
const isUpdate = (command: string) => command.includes('--no-deps')

/** Runs an operator's command with the documented aliases, at a terminal. */
const typeInContainers = ({ sh }: Machine) => {
  const aliases = commandsBelow('installation.md', 'Containers').filter(isAlias)
  return async (command: string, typed: readonly string[] = []) => {
    await sh('cat > command', { input: [...aliases, command].join('\n') })
    return sh('sh command', { typed })
  }
}

/** nginx with a line for each console. */
async function proxyBoth(machine: Machine): Promise<void> {
  const folder = '/usr/share/doc/quatrain/deploy/nginx'
  const text = readFileSync(join(release.root, 'deploy/nginx/quatrain.conf'), 'utf8')
  const input = text.replace(/^ *server 127\.0\.0\.1:8080 .*$/m, (line) => `${line}\n${line.replace('8080', '8082')}`)
  await machine.sh(`mkdir -p ${folder} && cat > ${folder}/quatrain.conf`, { input })
  await setUpNginx(machine)
}

/** Ends the process of a container, and waits until the container is healthy with another one. */
async function killOnce(machine: Machine, container: string): Promise<void> {
  const before = await stateOf(machine, container)
  await machine.sh(`kill -s KILL ${before.split(' ')[0]}`)
  await eventually('Its return', async () => {
    const state = await stateOf(machine, container)
    return state.endsWith(' healthy') && state !== before ? true : undefined
  })
}

export async function tryContainers(machine: Machine): Promise<void> {
  const { sh } = machine
  await installContainers(machine)
  const type = typeInContainers(machine)
  await step(
    'tenants and superusers',
    async () => `${await addTenants(type)}; doctor says:\n${await type('quatrain doctor')}`,
  )
  await proxyBoth(machine)
  let arrived: Person | undefined
  await step('a login and a save over HTTP', async () => {
    arrived = await arrive({ port: machine.ports.https, host: `north.${host}`, isSecure: true }, password)
    await arrived.save('first save')
    return stillThere(arrived)
  })
  const person = arrived
  if (!person) return
  await step('reboot', async () => {
    await machine.reboot()
    await allHealthy(machine)
    return stillThere(person)
  })
  for (const container of servers)
    await step(`${container} is killed`, () => underLoad(person, () => killOnce(machine, container)))
  await step('update of two consoles and the Web API to another tag of the image, one after the other', async () => {
    const next = `${release.version}-next`
    await sh(`podman tag quatrain:${release.version} quatrain:${next}`)
    await sh(`sed -i 's/quatrain:${release.version}$/quatrain:${next}/' compose.yaml`)
    const saves = await underLoad(person, async () => {
      for (const command of commandsBelow('installation.md', 'Containers').filter(isUpdate)) await sh(command)
    })
    const images = await sh(`podman ps --format '{{.Image}}'`)
    expectThat(images.split(next).length === servers.length + 1, images)
    return saves
  })
  await step('podman compose down, and up: the volumes stay', async () => {
    await sh('podman compose down')
    await sh('podman compose up --detach --wait')
    return stillThere(person)
  })
}
