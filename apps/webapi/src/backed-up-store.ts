import type { BackedUpStore } from '@quatrain/platform/backup/backed-up-store.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { renewTags } from '#kit/restores.ts'
import { schema, tenantSetting } from '#kit/tenancy.ts'
import { folder as migrations } from './migrate.ts'

/** The tables of the Web API in a backup. Its owner, too, sees the rows of one tenant at a time. */
export const webApiStore: BackedUpStore = {
  name: 'webapi',
  schema,
  migrations,
  reading: (tenant) => scope({ schema, settings: { [tenantSetting]: String(tenant ?? '') } }),
  isReadByTenant: true,
  transient: ['restores'],
  leftOutOfTenant: { tables: {}, columns: { keys: ['hash'] } },
  inUse: ['tenants', 'administrators'],
  afterRestore: renewTags,
}
