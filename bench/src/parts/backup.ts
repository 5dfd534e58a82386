import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import { blockSize } from '../data/packages.ts'
import { quatrain } from '../quatrain.ts'
import { type Figure, megabytes, seconds } from '../report/figure.ts'
import { startServer } from '../server/start.ts'

const fillingOf = (tenants: number): Filling => ({
  catalogue: { templates: blockSize, versions: 1 },
  tenants: Array.from({ length: tenants }, (_, index) => ({
    ...{ tenant: `TENANT${index + 1}`, metrics: blockSize, profiles: 5, pairs: 20 },
  })),
})

/** The memory that ninety more tenants may take. */
const maxGrowth = 64 * 1024 * 1024

/** A backup of 10 and of 100 tenants with 500 metrics each, and a restore. */
export async function measureBackup(databases: Databases): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-bench-'))
  try {
    const [few, many] = [await measureOf(databases, folder, 10), await measureOf(databases, folder, 100)]
    const grown = (name: 'create' | 'restore') => many[name].memory - few[name].memory
    const memory = (name: 'create' | 'restore'): Figure => ({
      ...{ what: `${name}: peak memory with 100 tenants, above that with 10`, on: 'PostgreSQL' },
      measured: `${megabytes(many[name].memory)}: + ${megabytes(grown(name))}`,
      ...{ budget: `< ${megabytes(maxGrowth)}`, holds: grown(name) < maxGrowth },
    })
    const figure = (what: string, measured: string): Figure => ({ what, on: 'PostgreSQL', measured })
    return [
      figure('create: 100 tenants of 500 metrics, read again', seconds(many.create.took)),
      figure('size of the file', `${(many.bytes / 1e6).toFixed(1)} MB`),
      figure('verify', seconds(many.verify.took)),
      figure('restore', seconds(many.restore.took)),
      memory('create'),
      memory('restore'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureOf(databases: Databases, folder: string, tenants: number) {
  const url = await databases.create(`backup_of_${tenants}`)
  const server = await startServer({ url })
  try {
    await server.calls.fill(fillingOf(tenants))
  } finally {
    await server.stop()
  }
  const file = join(folder, `${tenants}.tar.zst`)
  const create = await quatrain(['backup', 'create', file], url)
  const verify = await quatrain(['backup', 'verify', file], url)
  const restore = await quatrain(['backup', 'restore', file], await databases.create(`restored_${tenants}`))
  return { create, verify, restore, bytes: statSync(file).size }
}
