import { join } from 'node:path'
import type { Database } from '@quatrain/platform/database/database.ts'
import { migrate } from '@quatrain/platform/database/migrate.ts'
import { schema } from '#kit/tenancy.ts'

export const folder = join(import.meta.dirname, '../migrations')

/** Migrates the Web API's schema; returns the names of the migrations that were run. */
export const migrateWebApi = (database: Database): Promise<string[]> => migrate(database, schema, folder)
