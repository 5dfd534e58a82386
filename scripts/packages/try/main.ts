// Installs the package of `npm run packages` on a Debian that boots systemd, with the commands of docs/installation.md as they are
// written, and does the first evening of an operator there. `--only nginx` chooses a setting, `--machine emulated` a kind of machine;
// QUATRAIN_TRY is the folder of the machines. See docs/installation.md.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { release } from '../release.ts'
import { run, skipped } from '../skipped.ts'
import { tryContainers } from './containers.ts'
import { missingPackages } from './debian.ts'
import { checkInstallation, endure, install, type Packages, remove, type Setting } from './evening.ts'
import { bookworm, type MachineKind, makeBase, possibleKind, startMachine, trixie } from './machine.ts'
import { logFile, say, summarize, workshop } from './steps.ts'

const settings: Readonly<Record<string, Setting>> = {
  embedded: { hasPostgreSql: false, hasNginx: false },
  postgresql: { hasPostgreSql: true, hasNginx: false },
  nginx: { hasPostgreSql: true, hasNginx: true },
}

const { only, machine: kindOfMachine } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [...Object.keys(settings), 'container'] },
    machine: { type: 'string', default: possibleKind() },
  },
}).values

/** The same package with a lower version, under the same name. */
function baselineOf(deb: string): string {
  const [tree, file] = [join(workshop, 'baseline'), join(workshop, 'baseline', basename(deb))]
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree)
  run('dpkg-deb', ['--raw-extract', deb, join(tree, 'tree')])
  const control = join(tree, 'tree/DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^(Version: .*)$/m, '$1~baseline'))
  run('dpkg-deb', ['-Zgzip', '-z1', '--root-owner-group', '--build', join(tree, 'tree'), file])
  return file
}

async function spendEvening(name: string, packages: Packages): Promise<void> {
  const setting = settings[name]
  if (!setting && name !== 'container') throw new Error(`Settings are ${Object.keys(settings).join(', ')}, container.`)
  const kind = kindOfMachine as MachineKind
  say(`\n${name}, on a machine of the kind ${kind}`)
  const base = setting ? bookworm : trixie
  makeBase(base)
  const machine = await startMachine(kind, base)
  try {
    if (!setting) return await tryContainers(machine)
    const person = await install(machine, packages, setting)
    await checkInstallation(machine, setting)
    if (person) await endure(machine, person, packages, setting)
    await remove(machine, setting)
  } finally {
    await machine.stop()
  }
}

const lacks = missingPackages(kindOfMachine as MachineKind)
if (lacks.length > 0) throw new Error(`This machine lacks packages: apt-get install ${lacks.join(' ')}`)
if (!existsSync(release.deb)) throw new Error(`${release.deb} does not exist: run npm run packages.`)
const [{ model } = { model: '' }] = cpus()
say(`${new Date().toISOString()}, ${cpus().length} processors (${model}). The log is ${logFile}.`)
const packages = { before: baselineOf(release.deb), now: release.deb }
for (const name of only) await spendEvening(name, packages)
if (skipped.length > 0) say(`Not tried:\n${skipped.join('\n')}`)
// Connections and the network of the last machine would keep it running.
process.exit(summarize() ? 0 : 1)
