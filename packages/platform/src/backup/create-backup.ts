import { createHash } from 'node:crypto'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import type { OpenStore } from './backed-up-store.ts'
import { type Header, headerFile, type Manifest, manifestFile, type Part, partName, type Sequence } from './manifest.ts'
import { describeStore, readRows, readSequences } from './read-store.ts'
import { inSnapshot } from './snapshot.ts'

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
      ...{ format: 1, ...origin },
      stores: await Promise.all(opened.map(({ inside, store }) => describeStore(inside, store))),
    }
    const parts: Part[] = []
    const rows: Manifest['rows'] = {}
    const sequences: Sequence[] = []
    const manifest = (): Manifest => ({ ...header, rows, sequences, parts })
    await writeArchive(file, async (archive) => {
      await addJson(archive, headerFile, header)
      for (const { store, inside } of opened) {
        const described = header.stores.find(({ name }) => name === store.name)?.tables ?? []
        const counts: Record<string, number> = Object.fromEntries(described.map(({ name }) => [name, 0]))
        const numbers = new Map<string, number>()
        for await (const { table, rows, lines } of readRows(inside, store)) {
          const number = 1 + (numbers.get(table) ?? 0)
          numbers.set(table, number)
          counts[table] = rows + (counts[table] ?? 0)
          const name = partName(store.name, table, number)
          parts.push({ name, rows, sha256: createHash('sha256').update(lines).digest('hex') })
          await archive.add(name, lines)
        }
        rows[store.name] = counts
        sequences.push(...(await readSequences(inside, store)))
      }
      await addJson(archive, manifestFile, manifest())
    })
    return manifest()
  })
}

const addJson = (archive: ArchiveWriter, name: string, value: unknown) =>
  archive.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
