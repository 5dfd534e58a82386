import type { OpenStore } from './backed-up-store.ts'
import type { Header, Manifest } from './manifest.ts'
import { describeStore, readRows, readSequences } from './read-store.ts'
import { inSnapshot } from './snapshot.ts'
import { writeStores } from './write-stores.ts'

/** What a backup says of its origin. */
export type Origin = Pick<Header, 'build' | 'installation' | 'secrets' | 'createdAt'>

/**
 * Writes one snapshot of all stores to an archive. The store of the barrier comes first. Memory does not depend on the
 * amount of data. Throws `BackupError` and the errors of the database and the file system; then there is no file.
 */
export async function createBackup(file: string, stores: readonly OpenStore[], origin: Origin): Promise<Manifest> {
  return inSnapshot(stores, async (insides) => {
    const opened = stores.flatMap(({ store }, index) => {
      const inside = insides[index]
      return inside ? [{ store, inside }] : []
    })
    const header: Header = {
      format: 1,
      ...origin,
      stores: await Promise.all(opened.map(({ inside, store }) => describeStore(inside, store))),
    }
    const contents = opened.map(({ store, inside }) => ({
      name: store.name,
      chunks: () => readRows(inside, store),
      sequences: () => readSequences(inside, store),
    }))
    return writeStores(file, header, contents)
  })
}
