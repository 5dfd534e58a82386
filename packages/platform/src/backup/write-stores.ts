import { createHash } from 'node:crypto'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import { type Header, headerFile, type Manifest, manifestFile, type Part, partName, type Sequence } from './manifest.ts'
import type { Chunk } from './read-store.ts'

/** The content of a store of the header with this name. */
export interface StoreContent {
  readonly name: string
  readonly chunks: () => AsyncIterable<Chunk>
  readonly sequences: () => Promise<readonly Sequence[]>
}

/** Writes an archive from its first file to its last. Throws what `writeArchive` throws; then there is no file. */
export async function writeStores(file: string, header: Header, stores: readonly StoreContent[]): Promise<Manifest> {
  const parts: Part[] = []
  const rows: Manifest['rows'] = {}
  const sequences: Sequence[] = []
  const manifest = (): Manifest => ({ ...header, rows, sequences, parts })
  await writeArchive(file, async (archive) => {
    await addJson(archive, headerFile, header)
    for (const store of stores) {
      const described = header.stores.find(({ name }) => name === store.name)?.tables ?? []
      const counts: Record<string, number> = Object.fromEntries(described.map(({ name }) => [name, 0]))
      const numbers = new Map<string, number>()
      for await (const { table, rows, lines } of store.chunks()) {
        const number = 1 + (numbers.get(table) ?? 0)
        numbers.set(table, number)
        counts[table] = rows + (counts[table] ?? 0)
        const name = partName(store.name, table, number)
        parts.push({ name, rows, sha256: createHash('sha256').update(lines).digest('hex') })
        await archive.add(name, lines)
      }
      rows[store.name] = counts
      sequences.push(...(await store.sequences()))
    }
    await addJson(archive, manifestFile, manifest())
  })
  return manifest()
}

const addJson = (archive: ArchiveWriter, name: string, value: unknown) =>
  archive.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
