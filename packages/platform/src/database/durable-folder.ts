import { fsyncSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * With these options an embedded database waits for the disk as PostgreSQL does: what was committed survives a power
 * cut. Left to itself it only hands everything to the operating system, and that survives the end of the process.
 */
export const durably = (folder: string): PGliteOptions => ({
  fs: new DurableFolder(folder),
  startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== neverSync), ...syncEachCommit],
})

const neverSync = '-F'
/** The other ways to sync do not reach the disk through the WebAssembly's file system. */
const syncEachCommit = ['-c', 'wal_sync_method=fsync']

class DurableFolder extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...given)
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        // The file system has the operation, and asks for how it is done; its types do not say so.
        const { stream_ops: operations } = NODEFS as unknown as { stream_ops: { fsync?: (stream: Stream) => number } }
        operations.fsync = ({ nfd }) => {
          fsyncSync(nfd)
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
