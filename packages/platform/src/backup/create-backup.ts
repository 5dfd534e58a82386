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
      const transaction = insides[index]
      return transaction ? [{ store, inside: transaction }] : []
    })
    const header: Header = {
      format: 1,
      ...origin,
      stores: await Promise.all(opened.map(({ inside: transaction, store }) => describeStore(transaction, store))),
    }
    const contents = opened.map(({ store, inside: transaction }) => ({
      name: store.name,
      chunks: () => readRows(transaction, store),
      sequences: () => readSequences(transaction, store),
    }))
    return writeStores(file, header, contents)
  })
}
