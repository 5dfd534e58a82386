import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { cleanUpAfterExit } from './clean-up-after-exit.ts'
import { freePort } from './free-port.ts'
import { unprivilegedAccount } from './unprivileged-account.ts'

/** Debian's path. */
const program = '/usr/sbin/pgbouncer'

/** A running PgBouncer, which runs each transaction in any free session of the server. */
export interface ConnectionPooler {
  readonly url: string
  stop(): Promise<void>
}

/** Whether PgBouncer is installed. If it is not, prints which tests are skipped. */
export function hasConnectionPooler(): boolean {
  if (existsSync(program)) return true
  console.warn(`${'!'.repeat(100)}\n!!  THE TESTS BEHIND A CONNECTION POOLER ARE SKIPPED: there is no ${program}.\n`)
  return false
}

/**
 * Starts a PgBouncer in transaction mode in front of the PostgreSQL at `url`, with `sessions` sessions of the server.
 * It and its folder are removed when this process ends.
 */
export async function startConnectionPooler(url: string, sessions: number): Promise<ConnectionPooler> {
  const server = new URL(url)
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-pgbouncer-'))
  const cleanUp = cleanUpAfterExit('kill -INT "$(cat "$1/pid")"; rm -rf "$1"', folder)
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(settings, settingsFor({ server, port, sessions, folder }))
  if (account) chownSync(folder, account.uid, account.gid)
  const child = spawn(program, [settings], { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  server.port = String(port)
  await untilReady(child, server.href)
  return {
    url: server.href,
    async stop() {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
      cleanUp.now()
    },
  }
}

const settingsFor = ({ server, port, sessions, folder }: Place) => `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pidfile = ${join(folder, 'pid')}
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 200
`

interface Place {
  readonly server: URL
  readonly port: number
  readonly sessions: number
  readonly folder: string
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let said = ''
  child.stderr?.on('data', (data) => {
    said += data
  })
  const deadline = Date.now() + 30_000
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PgBouncer did not start:\n${said}`)
    await setTimeout(50)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
