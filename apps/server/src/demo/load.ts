import { fileURLToPath } from 'node:url'
import { readArchive } from '@quatrain/platform/backup/archive-reader.ts'
import { restoreBackup } from '@quatrain/platform/backup/restore-backup.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { consoleStore } from '#database/console-store.ts'
import { writeToday } from './today.ts'
import { startWebApi, webApiTables } from './web-api.ts'

const archive = fileURLToPath(new URL('../../demo-data/demonstration.tar.zst', import.meta.url))

/**
 * Restores the backup that is the demonstration into the empty tables of both services, and writes what connectors write
 * every day. If it fails or is interrupted, both databases have to be created again.
 */
export async function loadDemo(database: Database): Promise<void> {
  const stores = [consoleStore, webApiTables].map((store) => ({ store, database }))
  await restoreBackup(archive, await readArchive(archive), stores, async () => undefined)
  const webApi = await startWebApi(database, { host: '127.0.0.1', port: 0, logger: false })
  try {
    await writeToday(webApi.url, new Date())
  } finally {
    await webApi.close()
  }
}
