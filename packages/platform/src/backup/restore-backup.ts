import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { scope } from '../database/scope.ts'
import { readArchive } from './archive-reader.ts'
import type { OpenStore } from './backed-up-store.ts'
import { BackupError } from './backup-error.ts'
import { assertKnown, beginFilling, type FilledStore } from './fill-store.ts'
import { type Manifest, tableOf } from './manifest.ts'
import { copySettings } from './snapshot.ts'

/**
 * Fills the empty stores from an archive that `readArchive` has checked. `finish` runs in the same transactions, after all
 * rows are there. Either everything is stored or nothing. Throws `BackupError` and the errors of the database.
 */
export async function restoreBackup(
  file: string,
  manifest: Manifest,
  stores: readonly OpenStore[],
  finish: (transactions: readonly Database[]) => Promise<void>,
): Promise<void> {
  const storesToFill = manifest.stores.map((header) => {
    const open = stores.find(({ store }) => store.name === header.name)
    if (!open) throw new BackupError(`The archive has the store ${header.name}, whose database is not configured.`)
    return { ...open, header }
  })
  for (const { store, header } of storesToFill) await assertKnown(store, header)

  /** The console's store, the first, is committed last. */
  const inTransactions = async (transactions: readonly Database[]): Promise<void> => {
    const next = storesToFill[transactions.length]
    if (!next) return fill(transactions)
    const sharedTransaction = transactions[storesToFill.findIndex(({ database }) => database === next.database)]
    if (sharedTransaction) return inTransactions([...transactions, sharedTransaction])
    await next.database.inOneTransaction(`begin; ${copySettings}`, (transaction) =>
      inTransactions([...transactions, transaction]),
    )
    committed.push(next)
  }
  const committed: OpenStore[] = []

  const fill = async (transactions: readonly Database[]) => {
    const filled = new Map<string, FilledStore>()
    for (const [index, { store, header }] of storesToFill.entries()) {
      const transaction = transactions[index]
      if (transaction) filled.set(store.name, await beginFilling(transaction, store, header))
    }
    const again = await readArchive(file, async ({ name }, content) => {
      const { store, table } = tableOf(name)
      await filled.get(store)?.insert(table, content)
    })
    if (JSON.stringify(again) !== JSON.stringify(manifest))
      throw new BackupError(`The archive ${file} was changed meanwhile.`)
    for (const [index, { store }] of storesToFill.entries()) {
      await filled.get(store.name)?.finish(manifest.sequences)
      const transaction = transactions[index]
      if (transaction) await store.afterRestore(transaction)
    }
    await finish(transactions)
  }

  try {
    await inTransactions([])
  } catch (error) {
    for (const { database, store } of committed) await empty(database, store.schema)
    throw error
  }
}

/** Takes back what was committed before another store failed. */
async function empty(database: Database, schema: string): Promise<void> {
  await sql`drop schema ${sql.id(schema)} cascade`.execute(database.within(scope({ schema: 'pg_catalog' })))
}
