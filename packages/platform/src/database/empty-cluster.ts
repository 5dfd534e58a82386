import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/quatrain/', import.meta.url))

/**
 * A dump of an embedded database with nothing in it: beginning from it is several seconds faster than from nothing. It
 * is made once and kept, where the installation can be written to.
 */
export async function emptyCluster(): Promise<Blob> {
  const file = `${cache}empty-cluster-${await versionOfPglite()}.tar`
  if (await stat(file).catch(() => undefined)) return openAsBlob(file)
  const dump = await makeCluster()
  await keep(dump, file).catch(() => {})
  return dump
}

/** A dump fits the version it was made with. */
async function versionOfPglite(): Promise<unknown> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(await readFile(manifest, 'utf8'))
  return version
}

async function makeCluster(): Promise<Blob> {
  const { PGlite } = await import('@electric-sql/pglite')
  const database = await PGlite.create()
  try {
    return await database.dumpDataDir('none')
  } finally {
    await database.close()
  }
}

/** Several processes may make it at once: it is there whole or not at all. */
async function keep(dump: Blob, file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()))
  await rename(draft, file)
}
