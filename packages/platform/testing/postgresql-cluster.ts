import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import type { Account } from './unprivileged-account.ts'

/** A temporary PostgreSQL cluster. */
export interface Cluster {
  /** The superuser's connection; it is the same after a restart. */
  readonly url: string
  /**
   * Ends every connection at once and restarts on the same port, keeping committed data: without a shutdown, as after a
   * crash, or in order (`fast`).
   */
  restart(how?: 'immediate' | 'fast'): Promise<void>
  stop(): Promise<void>
  /** Ends it as a power failure would, for good. */
  kill(): Promise<void>
  /** A server that follows this one, until it is promoted; only of a durable cluster. It has to be stopped, too. */
  standby(): Promise<Cluster>
}

interface Place {
  readonly binaries: string
  /** A new folder for all its files. */
  readonly folder: string
  readonly account: Account | undefined
  /** Whether commits must survive a power failure as in production, for measurements of its cost. */
  readonly isDurable: boolean
}

/** Creates an empty cluster in `folder` and starts it. Throws with the last lines of its log if it does not start. */
export async function startCluster(place: Place): Promise<Cluster> {
  const { binaries, folder, account } = place
  // The same collation as the embedded database, so that both sort and fold case in the same way.
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await promisify(execFile)(join(binaries, 'initdb'), [...options, join(folder, 'data')], { ...account, cwd: folder })
  return serve(place)
}

/** Starts the server whose data is in the folder. */
async function serve(place: Place): Promise<Cluster> {
  const { binaries, folder, account } = place
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server = await startServer(place, port, url)
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.ref()
    server.kill(signal)
    await once(server, 'exit')
  }
  return {
    url,
    async restart(how = 'immediate') {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      server = await startServer(place, port, url)
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    async standby() {
      const copy = join(folder, 'standby')
      const options = ['--pgdata', join(copy, 'data'), '--dbname', url, '--write-recovery-conf', '--no-sync']
      await promisify(execFile)(join(binaries, 'pg_basebackup'), options, { ...account, cwd: folder })
      return serve({ ...place, folder: copy })
    },
  }
}

async function startServer(place: Place, port: number, url: string): Promise<ChildProcess> {
  const { binaries, folder, account, isDurable } = place
  const logFile = join(folder, 'server.log')
  const log = openSync(logFile, 'a')
  const settings = Object.entries({
    ...reachable,
    ...(!isDurable && throwaway),
    port,
    unix_socket_directories: folder,
  })
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', join(folder, 'data'), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: folder, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  // It does not keep this process alive.
  server.unref()
  await untilReady(server, url, logFile)
  return server
}

/** A worker opens two pools of ten sessions for each server of its test, and there are as many workers as processors. */
const reachable = { listen_addresses: '127.0.0.1', max_connections: 100 + 50 * availableParallelism() }

/**
 * A temporary cluster need not survive a power failure. It must survive a restart, so commits still reach the operating
 * system.
 */
const throwaway = {
  shared_buffers: '64MB',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  // Hundreds of databases that live for seconds need no maintenance.
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
}

async function untilReady(server: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await answers(url))) {
    const isGone = server.exitCode !== null || server.signalCode !== null
    if (isGone || Date.now() > deadline) {
      server.kill('SIGQUIT')
      throw new Error(`PostgreSQL did not start:\n${readFileSync(logFile, 'utf8').split('\n').slice(-20).join('\n')}`)
    }
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
