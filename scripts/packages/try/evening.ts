// The first evening of an operator, on one machine: installation, tenants, and what goes wrong afterwards.
import { basename } from 'node:path'
import { release } from '../release.ts'
import { commandsBelow, statementsBelow } from './document.ts'
import type { Machine } from './machine.ts'
import { arrive, type Person, stillThere, underLoad } from './person.ts'
import { eventually, expectThat, note, step } from './steps.ts'

/** How the machine is set up. */
export interface Setting {
  readonly hasPostgreSql: boolean
  readonly hasNginx: boolean
}

export interface Packages {
  /** The package of the baseline, and the one that takes its place; both have the name of the documentation. */
  readonly before: string
  readonly now: string
}

export const password = 'correct horse battery'
const databasePassword = 'a1b2c3d4e5f6'
const doctor = 'quatrain doctor'
export const host = 'console.example.org'
const services = ['quatrain-webapi', 'quatrain'] as const
const both = services.join(' ')

/** What the operator changes in a file of settings, as a script of sed. */
const editsOf = ({ hasPostgreSql, hasNginx }: Setting): Readonly<Record<string, string>> => {
  const database = hasPostgreSql ? `s/^#(.*)password@/\\1${databasePassword}@/\n/^QUATRAIN_(WEBAPI_)?DATA=/d\n` : ''
  return { 'console.env': `${database}${hasNginx ? '' : '$aQUATRAIN_TLS=off\n'}`, 'webapi.env': database }
}

/** Puts an editor in the place of Debian's that does what a person would type. */
async function provideEditor({ sh }: Machine, setting: Setting): Promise<void> {
  await sh('mkdir -p /root/edits')
  for (const [file, edits] of Object.entries(editsOf(setting))) await sh(`cat > /root/edits/${file}`, { input: edits })
  const script = '#!/bin/sh\nfor file; do sed -i -E -f "/root/edits/$(basename "$file")" "$file"; done\n'
  await sh('cat > /usr/local/bin/editor && chmod +x /usr/local/bin/editor', { input: script })
}

/** Answers the questions of apt, and reads its lists. */
export async function prepareApt({ sh }: Machine): Promise<void> {
  await sh(
    'echo \'APT::Get::Assume-Yes "true"; DPkg::Options { "--force-confold"; };\' > /etc/apt/apt.conf.d/90answers',
  )
  await sh('apt-get update')
}

/** The console is ready, and the Web API. */
const bothReady = ({ sh }: Machine): Promise<string> =>
  eventually('Readiness of both services', () =>
    sh('curl -sf http://127.0.0.1:8081/readyz && curl -sf http://127.0.0.1:8080/readyz'),
  )

/** Runs `work` while these services are stopped, if an embedded database belongs to them. */
async function withoutServices<T>({ sh }: Machine, { hasPostgreSql }: Setting, names: string, work: () => Promise<T>) {
  if (hasPostgreSql) return work()
  await sh(`systemctl stop ${names}`)
  return work().finally(() => sh(`systemctl start ${names}`))
}

/** What quatrain doctor prints, while the Web API runs. It throws if there is an error. */
async function runDoctor(machine: Machine, setting: Setting): Promise<string> {
  await bothReady(machine)
  return withoutServices(machine, setting, 'quatrain', () => machine.sh(doctor))
}

/** Types the commands that add the first tenants, with each printed token in the next command that asks for one. */
export async function addTenants(type: (command: string, typed?: readonly string[]) => Promise<string>) {
  const commands = commandsBelow('installation.md', 'Tenants')
  let token = ''
  for (const command of commands.filter((command) => command !== doctor)) {
    const typed = command.includes('superuser create') ? [password, password] : undefined
    token = /\S{20,}/.exec(await type(command.replace('<token>', token), typed))?.[0] ?? token
  }
  return `${commands.length} commands as documented`
}

/** Installs and sets up what the documentation names. Returns a person who has logged in. */
export async function install(machine: Machine, { before }: Packages, setting: Setting): Promise<Person | undefined> {
  const { sh } = machine
  const [installing = '', ...following] = commandsBelow('installation.md', 'Debian, Ubuntu, Red Hat, SUSE')
  await describeMachine(machine)
  await provideEditor(machine, setting)
  await machine.copy(before, `/root/${basename(release.deb)}`)
  await prepareApt(machine)
  if (setting.hasPostgreSql) {
    await step('PostgreSQL of Debian with two logins for each service', async () => {
      await sh('apt-get install postgresql')
      const statements = statementsBelow('installation.md', 'Logins of the database', databasePassword)
      return sh('su postgres -c "psql --quiet --set ON_ERROR_STOP=1" && su postgres -c "psql --version"', {
        input: statements,
      })
    })
  }
  await step(installing, async () => {
    await sh(installing)
    return sh('dpkg-query -W quatrain; stat -c "%n %U %a" /etc/quatrain/*.env')
  })
  for (const command of following) await step(command, async () => (await sh(command)) || 'done')
  await step('both units are active, and hardened', async () => {
    await bothReady(machine)
    const rating = await sh(
      `for unit in ${both}; do systemd-analyze security --threshold=30 --no-pager $unit | tail -1; done`,
    )
    const users = await sh(
      `ps -o user= -p $(systemctl show -P MainPID quatrain),$(systemctl show -P MainPID quatrain-webapi)`,
    )
    expectThat(!users.includes('root'), `They run as ${users}.`)
    const documents = await sh(`systemctl show -P Documentation ${both} | sed 's,file://,,' | xargs ls`)
    return `${await sh(`systemctl is-active ${both}`)} ${rating} ${documents}`
  })
  await step('tenants and superusers', async () => {
    const done = await withoutServices(machine, setting, both, () =>
      addTenants((command, typed) => sh(command, typed && { typed })),
    )
    return `${done}; doctor says:\n${await runDoctor(machine, setting)}`
  })
  if (setting.hasNginx) await setUpNginx(machine)
  let person: Person | undefined
  await step('a login and a save over HTTP', async () => {
    await bothReady(machine)
    const { http, https } = machine.ports
    const door = { port: setting.hasNginx ? https : http, host: `north.${host}`, isSecure: setting.hasNginx }
    person = await arrive(door, password)
    await person.save('first save')
    return stillThere(person)
  })
  return person
}

export const describeMachine = ({ sh }: Machine): Promise<void> =>
  step('the machine', () =>
    sh(
      '. /etc/os-release; echo $PRETTY_NAME, Linux $(uname -r), systemd $(systemctl --version | sed -n "1s/.*(\\(.*\\))/\\1/p")',
    ),
  )

/** nginx of Debian with a certificate of the machine's own authority. */
export async function setUpNginx({ sh }: Machine): Promise<void> {
  await step('nginx of Debian with TLS', async () => {
    await sh('apt-get install nginx')
    const folder = '/etc/ssl/quatrain'
    const names = `subjectAltName=DNS:${host},DNS:*.${host}`
    await sh(
      `mkdir -p ${folder} && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${host} -addext '${names}' -keyout ${folder}/key.pem -out ${folder}/fullchain.pem`,
    )
    await sh(
      'cp /usr/share/doc/quatrain/deploy/nginx/quatrain.conf /etc/nginx/conf.d/ && nginx -t && systemctl reload nginx',
    )
    const curl = `curl -sS --cacert ${folder}/fullchain.pem --resolve '*:443:127.0.0.1' --resolve '*:80:127.0.0.1'`
    const [plain, secure] = [`http://north.${host}/`, `https://north.${host}/`]
    return sh(
      `${curl} -o /dev/null -w '%{http_code} to %{redirect_url}, ' ${plain} && ${curl} -o /dev/null -w '%{http_code}' ${secure}`,
    )
  })
}

/** A check without a finding. */
export const checkInstallation = (machine: Machine, setting: Setting) =>
  step('a backup, then quatrain doctor has no finding', async () => {
    const { sh } = machine
    const backup = commandsBelow('backup.md', 'Every night').map((line) =>
      line.replace('npm run quatrain --', 'quatrain'),
    )
    await sh('install -d -o quatrain -g quatrain -m 700 /var/backups/quatrain')
    await withoutServices(machine, setting, both, async () => {
      for (const command of backup) note(await sh(command))
    })
    const printed = await runDoctor(machine, setting)
    const findings = printed.split('\n').filter((line) => /^(WARNING|ERROR)/.test(line))
    // Without a proxy, TLS is off, which is a finding as it should be.
    const unexpectedFindings = findings.filter((line) => setting.hasNginx || !/^WARNING +TLS /.test(line))
    expectThat(unexpectedFindings.length === 0, unexpectedFindings.join(' / '))
    return `${printed.split('\n').length} lines, ${findings.length} findings${findings.length > 0 ? ': TLS is off' : ''}`
  })

/** What happens to every machine, sooner or later. */
export async function endure(machine: Machine, person: Person, { now }: Packages, setting: Setting): Promise<void> {
  const { sh } = machine
  await step('reboot', async () => {
    await machine.reboot()
    await bothReady(machine)
    return stillThere(person)
  })
  for (const service of services) {
    await step(`${service} is killed`, async () => {
      const pid = () => sh(`systemctl show -P MainPID ${service}`)
      const before = await pid()
      const saves = await underLoad(person, async () => {
        await sh(`systemctl kill -s KILL ${service}`)
        await eventually('Its return', async () => (['0', before].includes(await pid()) ? undefined : true))
        await bothReady(machine)
      })
      return `${saves}; its unit has started it again`
    })
  }
  await step('the disk of the data is full', () => fillDisk(machine, person, setting))
  await step('upgrade from the baseline, with both services under load', async () => {
    const file = basename(release.deb)
    const version = () => sh('dpkg-query -W quatrain')
    const before = await version()
    await machine.copy(now, `/root/${file}`)
    const saves = await underLoad(person, async () => {
      await sh(`apt install ./${file}`)
      await bothReady(machine)
    })
    return `${before} to ${await version()}: ${saves}`
  })
}

/** Moves the data to a small file system, fills it, and makes room again. */
async function fillDisk(machine: Machine, person: Person, { hasPostgreSql }: Setting): Promise<string> {
  const { sh } = machine
  const folder = hasPostgreSql ? '/var/lib/postgresql' : '/var/lib/quatrain'
  const owners = hasPostgreSql ? `postgresql ${both}` : both
  const start = hasPostgreSql ? `postgresql@15-main ${both}` : both
  await sh(`systemctl stop ${owners}`)
  await sh(
    `cp -a ${folder} /srv/full && mount -t tmpfs -o size=$(($(du -sm ${folder} | cut -f1) + 48))m,mode=$(stat -c %a ${folder}) none ${folder}`,
  )
  await sh(`chown --reference=/srv/full ${folder} && cp -a /srv/full/. ${folder}/ && systemctl start ${start}`)
  await bothReady(machine)
  await person.save('before the disk is full')
  await sh(`dd if=/dev/zero of=${folder}/filler bs=64k 2>/dev/null || true`)
  const refused = await eventually('A refused save', async () => {
    const marker = `onto the full disk ${Date.now()}`
    const reply = await person
      .trySave(marker)
      .catch((error: unknown) => ({ status: 0, body: { detail: String(error) } }))
    if (reply.status >= 200 && reply.status < 300) {
      person.saved.marker = marker
      return undefined
    }
    return `${reply.status} ${JSON.stringify(reply.body)}`
  })
  await sh(`rm ${folder}/filler`)
  await bothReady(machine)
  const marker = person.saved.marker
  await eventually('An answer', async () => ((await person.read()).status === 200 ? true : undefined))
  const { description } = (await person.read()).body
  const isKept = description === marker || String(description).startsWith('onto the full disk')
  expectThat(isKept, `It was saved as ${marker}, but is ${description}.`)
  await person.save('after the disk was full')
  await sh(`systemctl stop ${owners} && cp -a ${folder}/. /srv/full/ && umount ${folder}`)
  await sh(`cp -a /srv/full/. ${folder}/ && rm -rf /srv/full && systemctl start ${start}`)
  await bothReady(machine)
  return `a save was refused with ${refused}; with room again, ${await stillThere(person)}`
}

/** Removes the package; the data, the settings and the secret stay until they are removed by hand. */
export async function remove({ sh }: Machine, { hasPostgreSql }: Setting): Promise<void> {
  const data = hasPostgreSql ? '/etc/quatrain/secret.env' : '/var/lib/quatrain/data /etc/quatrain/secret.env'
  await step('apt remove: the services end, data and settings stay', async () => {
    await sh('apt remove quatrain')
    const units = await sh(`systemctl is-active ${both} || true`)
    expectThat(!/^active/m.test(units), units)
    return sh(`ls -d ${data} /etc/quatrain/console.env`)
  })
  await step('apt purge: data and secret stay', async () => {
    await sh('apt purge quatrain')
    return sh(`ls -d ${data}; ls /etc/quatrain`)
  })
}
