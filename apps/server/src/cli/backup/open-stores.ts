import { resolve } from 'node:path'
import type { Database } from '@quatrain/platform/database/database.ts'
import { unlimited } from '@quatrain/platform/database/postgresql.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { consoleStore } from '#database/console-store.ts'
import { openAsOwner } from '#database/open-database.ts'
import { type Secrets, secretsOf } from '#request/sealing/secrets.ts'
import { previousSecretOf, storeSettings } from '#settings/settings.ts'
import { databaseSettings } from '../session.ts'
import { UsageError } from '../terminal.ts'
import type { Stores } from './backup.ts'
import { openWebApi, webApiOn } from './web-api.ts'

/** Runs `work` with the databases that the environment names, opened as their owners and without timeouts. */
export async function withStores(
  { withoutWebApi = false }: { readonly withoutWebApi?: boolean },
  work: (stores: Stores, secrets: Secrets) => Promise<void>,
): Promise<void> {
  const settings = readSettings(storeSettings, process.env)
  const secrets = secretsOf(settings.QUATRAIN_SECRET, previousSecretOf(settings))
  const { QUATRAIN_WEBAPI_DATABASE_URL: url, QUATRAIN_WEBAPI_DATA: folder } = process.env
  if (!withoutWebApi && !url && !folder) {
    throw new UsageError(
      'Set QUATRAIN_WEBAPI_DATABASE_URL or QUATRAIN_WEBAPI_DATA, or use --without-web-api if another service takes its place.',
    )
  }
  const database = await openAsOwner(settings, unlimited)
  const opened = [database]
  try {
    const console = { store: consoleStore, database }
    if (withoutWebApi) return await work([console], secrets)
    // Both stores of the demonstration are in one folder, which is opened once.
    const isShared = folder && settings.QUATRAIN_DATA && resolve(folder) === settings.QUATRAIN_DATA
    const ofWebApi = isShared ? database : await openWebApi(process.env)
    opened.push(ofWebApi)
    await work([console, webApiOn(ofWebApi)], secrets)
  } finally {
    for (const each of new Set(opened)) await each.close()
  }
}

/** Runs `work` with the console's database, if the environment names one that can be opened. */
export async function withConsole(work: (database: Database | undefined) => Promise<void>): Promise<void> {
  const settings = readSettings(databaseSettings, process.env)
  if (!settings.QUATRAIN_DATABASE_URL && !settings.QUATRAIN_DATA) return work(undefined)
  const database = await openAsOwner(settings)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
