import { existsSync, fsyncSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { type IsSynced, noneIsSynced, syncFiles } from './synced-files.ts'

/**
 * Returns options with which an embedded database waits for the disk like PostgreSQL: committed data survives a power failure. By default
 * it only writes to the operating system, and the data survives only the end of the process.
 */
export async function durably(folder: string): Promise<PGliteOptions> {
  // The files are synced here: PostgreSQL would sync every file twice after a crash, one after the other, which takes seconds.
  const isSynced = hasCrashed(folder) ? await syncFiles(folder) : noneIsSynced
  return {
    fs: new DurableFolder(folder, isSynced),
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== neverSync), ...syncEachCommit],
  }
}

/** A clean shutdown removes this file. */
const hasCrashed = (folder: string) => existsSync(join(folder, 'postmaster.pid'))

const neverSync = '-F'
/** The other ways to sync do not reach the disk through the file system of WebAssembly. */
const syncEachCommit = ['-c', 'wal_sync_method=fsync']

class DurableFolder extends NodeFS {
  readonly #isSynced: IsSynced

  constructor(folder: string, isSynced: IsSynced) {
    super(folder)
    this.#isSynced = isSynced
  }

  override async init(...parameters: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...parameters)
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        // The file system has this operation, but its types do not.
        const { stream_ops: operations } = NODEFS as unknown as { stream_ops: { fsync?: (stream: Stream) => number } }
        operations.fsync = ({ nfd }) => {
          if (!this.#isSynced(nfd)) fsyncSync(nfd)
          return 0
        }
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

interface Stream {
  /** The file descriptor in this process. */
  readonly nfd: number
}
