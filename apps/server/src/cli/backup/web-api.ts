import type { OpenStore } from '@quatrain/platform/backup/backed-up-store.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { webApiStore } from '@quatrain/webapi/backed-up-store.ts'
import { beginImport, endImport, sourceOfTenant } from '@quatrain/webapi/import-tenant.ts'
import { openDatabase } from '@quatrain/webapi/open-database.ts'

// The only module of the command line that knows the Web API service: its tables are a part of a backup.

export const openWebApi = openDatabase
export const webApiOn = (database: Database): OpenStore => ({ store: webApiStore, database })

export const webApiOfTenant = { sourceOf: sourceOfTenant, beginImport, endImport }
