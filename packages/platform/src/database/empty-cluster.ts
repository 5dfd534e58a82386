import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/quatrain/', import.meta.url))

/**
 * A dump of an empty embedded database: starting from it is several seconds faster than initialising. It is made once
 * and stored if the installation is writable.
 */
export async function emptyCluster(): Promise<Blob> {
  const file = `${cache}empty-cluster-${await versionOfPglite()}.tar`
  if (await stat(file).catch(() => undefined)) return openAsBlob(file)
  const dump = await makeCluster()
  await keep(dump, file).catch(() => {})
  return dump
}

/** A dump is bound to its version. */
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

/** Moves the file into place atomically, because several processes may create it at once. */
async function keep(dump: Blob, file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()))
  await rename(draft, file)
}
