import { existsSync, fsyncSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { type IsSynced, noneIsSynced, syncFiles } from './synced-files.ts'

/**
 * With these options an embedded database waits for the disk as PostgreSQL does: what was committed survives a power
 * cut. Left to itself it only hands everything to the operating system, and that survives the end of the process.
 */
export async function durably(folder: string): Promise<PGliteOptions> {
  // After a crash PostgreSQL syncs every file twice, one after the other, before it looks at them: seconds.
  const isSynced = hasCrashed(folder) ? await syncFiles(folder) : noneIsSynced
  return {
    fs: new DurableFolder(folder, isSynced),
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== neverSync), ...syncEachCommit],
  }
}

/** An orderly end removes this file. */
const hasCrashed = (folder: string) => existsSync(join(folder, 'postmaster.pid'))

const neverSync = '-F'
/** The other ways to sync do not reach the disk through the WebAssembly's file system. */
const syncEachCommit = ['-c', 'wal_sync_method=fsync']

class DurableFolder extends NodeFS {
  readonly #isSynced: IsSynced

  constructor(folder: string, isSynced: IsSynced) {
    super(folder)
    this.#isSynced = isSynced
  }

  override async init(...given: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...given)
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        // The file system has the operation, and asks for how it is done; its types do not say so.
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
  /** The file's number in this process. */
  readonly nfd: number
}
