import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../packages/platform/testing/free-port.ts'
import { contentsOf } from './image.ts'
import { home } from './release.ts'
import { has, run, skip } from './skipped.ts'

const isRoot = process.getuid?.() === 0
const unprivilegedUser = 65_532

/** Unpacks the .deb, checks its files, and starts both servers. */
export async function tryDeb(file: string): Promise<void> {
  if (!has('dpkg-deb')) return skip('THE .deb WAS NOT TRIED: this machine has no dpkg.')
  if (has('lintian')) console.log(run('lintian', ['--fail-on', 'none', '--tag-display-limit', '3', file]))
  await unpacked((folder) => run('dpkg-deb', ['--extract', file, folder]), tryTree)
}

/** Tries the .rpm as the .deb is tried. */
export async function tryRpm(file: string): Promise<void> {
  const commands = ['rpm2cpio', 'cpio']
  if (!commands.every(has)) return skip(`THE .rpm WAS NOT TRIED: this machine has no ${commands.join(' or no ')}.`)
  // The paths in it are absolute: without the option, it would be installed on this machine.
  const extract = `rpm2cpio '${file}' | cpio --extract --make-directories --no-absolute-filenames --quiet`
  await unpacked((folder) => run('sh', ['-c', extract], { cwd: folder }), tryTree)
}

/** Unpacks the layers of the image, and starts both servers as its user, who can write only the folder of data. */
export async function tryImage(archive: string): Promise<void> {
  if (!isRoot) return skip('THE IMAGE WAS NOT STARTED: only root can enter its file system.')
  await unpacked(
    (folder) => {
      const layout = join(folder, 'layout')
      mkdirSync(layout)
      run('tar', ['--extract', '--file', archive, '--directory', layout])
      const { layers } = contentsOf(layout)
      mkdirSync(join(folder, 'root'))
      for (const layer of layers)
        run('tar', ['--extract', '--gzip', '--file', layer, '--directory', join(folder, 'root')])
    },
    async (folder) => {
      const { user, command } = contentsOf(join(folder, 'layout'))
      if (user !== `${unprivilegedUser}:${unprivilegedUser}`) throw new Error(`The image runs as ${user}.`)
      const root = join(folder, 'root')
      // The folder is mounted as a file system in memory.
      const temporary = join(root, 'tmp')
      chownSync(temporary, unprivilegedUser, unprivilegedUser)
      chmodSync(temporary, 0o700)
      await startBoth({
        start: (server, env) => {
          const program = command.map((part) => part.replace('/apps/server/', `/apps/${server}/`))
          return spawn('/usr/sbin/chroot', [`--userspec=${user}`, root, ...program], {
            env,
            stdio: ['ignore', 'ignore', 'pipe'],
          })
        },
        data: '/var/lib/quatrain',
      })
    },
  )
}

async function unpacked(unpack: (folder: string) => unknown, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-package-'))
  chmodSync(folder, 0o755)
  try {
    unpack(folder)
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the servers of an unpacked package as its units do. */
async function tryTree(folder: string): Promise<void> {
  const settings = ['etc/quatrain/console.env', 'etc/quatrain/webapi.env']
  const requiredPaths = [
    ...settings,
    'usr/bin/quatrain',
    'usr/lib/systemd/system/quatrain.service',
    'usr/lib/sysusers.d/quatrain.conf',
  ]
  const missingPaths = requiredPaths.filter((path) => !existsSync(join(folder, path)))
  if (missingPaths.length > 0) throw new Error(`The package lacks ${missingPaths.join(', ')}.`)
  const unit = (server: string) =>
    readFileSync(join(folder, `usr/lib/systemd/system/quatrain${server === 'webapi' ? '-webapi' : ''}.service`), 'utf8')
  const data = join(folder, 'data')
  mkdirSync(data)
  await startBoth({
    start(server, env) {
      const [program = '', ...args] = (/^ExecStart=(.*)$/m.exec(unit(server))?.[1] ?? '').split(' ')
      const within = (path: string) => (path.startsWith(`/${home}`) ? join(folder, path) : path)
      return spawn(within(program), args.map(within), { env, stdio: ['ignore', 'ignore', 'pipe'] })
    },
    data,
  })
}

interface Started {
  readonly start: (server: 'server' | 'webapi', env: Readonly<Record<string, string>>) => ChildProcess
  /** A folder that the servers can write. */
  readonly data: string
}

/** Starts the Web API and the console on empty embedded databases, waits until both can work, and stops them. */
async function startBoth({ start, data }: Started): Promise<void> {
  const [port, webApiPort] = [await freePort(), await freePort()]
  const common = { QUATRAIN_LOG_LEVEL: 'error', HOME: '/nonexistent' }
  const running = [
    start('webapi', {
      ...common,
      QUATRAIN_WEBAPI_DATA: `${data}/webapi`,
      QUATRAIN_WEBAPI_PORT: String(webApiPort),
    }),
    start('server', {
      ...common,
      QUATRAIN_DATA: `${data}/console`,
      QUATRAIN_PORT: String(port),
      QUATRAIN_SECRET: 'x'.repeat(32),
      QUATRAIN_WEBAPI_URL: `http://127.0.0.1:${webApiPort}`,
    }),
  ]
  try {
    await Promise.all([isReady(running[0], webApiPort), isReady(running[1], port)])
    const page = await fetch(`http://127.0.0.1:${port}/api/docs`)
    if (!page.ok) throw new Error(`The console responds with ${page.status}.`)
  } finally {
    await Promise.all(running.map(stop))
  }
}

async function isReady(child: ChildProcess | undefined, port: number): Promise<void> {
  let errors = ''
  child?.stderr?.on('data', (data) => {
    errors += data
  })
  child?.on('error', (error) => {
    errors += error.message
  })
  const deadline = Date.now() + 600_000
  while (Date.now() < deadline) {
    if (!child || child.exitCode !== null || child.signalCode !== null) throw new Error(`It has ended:\n${errors}`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(200)
  }
  throw new Error(`It is not ready after ten minutes:\n${errors}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
