import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'

const file = fileURLToPath(new URL('../../../node_modules/.cache/quatrain/empty-cluster.tar', import.meta.url))

/** A dump of an embedded database with nothing in it: opening one from it is much faster than making one. */
export async function emptyCluster(): Promise<Blob> {
  if (!(await stat(file).catch(() => undefined))) await make()
  return openAsBlob(file)
}

async function make() {
  const database = await PGlite.create()
  const dump = await database.dumpDataDir('none')
  await database.close()
  await mkdir(dirname(file), { recursive: true })
  // Several test files may make it at once: whole or not at all.
  const part = `${file}.${randomUUID()}`
  await writeFile(part, Buffer.from(await dump.arrayBuffer()))
  await rename(part, file)
}
