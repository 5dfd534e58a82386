import type { BackedUpStore } from '@quatrain/platform/backup/backed-up-store.ts'
import { renewEpoch } from '#database/database-epoch.ts'
import { consoleMigrations } from '#database/open-database.ts'
import { consoleSchema, spanningScope } from '#request/tenancy.ts'

/** The console's tables in a backup. */
export const consoleStore: BackedUpStore = {
  name: 'console',
  schema: consoleSchema,
  migrations: consoleMigrations,
  reading: () => spanningScope(),
  isReadByTenant: false,
  // Whoever was signed in signs in again, and links that were sent are sent again. Builds store their own files.
  transient: [
    'sessions',
    'saml_sessions',
    'sign_on_requests',
    'sign_on_tests',
    'password_links',
    'passkey_challenges',
    'web_assets',
    'verified_backups',
  ],
  barrier: 'intents',
  inUse: ['tenants', 'activity', 'versions'],
  afterRestore: renewEpoch,
}
