import type { BackedUpStore } from '@quatrain/platform/backup/backed-up-store.ts'
import { renewEpoch } from '#database/database-epoch.ts'
import { consoleMigrations } from '#database/open-database.ts'
import { consoleSchema, spanningScope } from '#request/tenancy/tenancy.ts'

/** The console's tables in a backup. */
export const consoleStore: BackedUpStore = {
  name: 'console',
  schema: consoleSchema,
  migrations: consoleMigrations,
  reading: () => spanningScope(),
  isReadByTenant: false,
  // Whoever was logged in logs in again, and links that were sent are sent again. Builds store their own files.
  transient: [
    'sessions',
    'saml_sessions',
    'sign_on_requests',
    'sign_on_tests',
    'password_links',
    'request_mails',
    'passkey_challenges',
    'web_assets',
    'verified_backups',
    'console_processes',
    'store_comparisons',
    'audit_receivers',
  ],
  leftOutOfTenant: {
    tables: {
      login_failures: 'counts attempts at this installation',
      activity_anchors: 'says what this installation has logged',
      audit_cursors: 'says what this installation has sent',
      tenant_revisions: 'is made anew',
      metric_counts: 'is made anew',
      last_seen_collections: 'is made anew',
      roll_out_jobs: 'a tenant with open ones is not written; those that are done concern this catalogue',
      roll_out_configs: 'belongs to roll_out_jobs',
      webhook_deliveries: 'what this installation sends',
      webhook_attempts: 'what this installation has sent',
      saml_messages: 'identifies messages to this installation',
      saml_keys: 'secret; made anew',
      authenticator_apps: 'secret; users set up their second factor again',
      recovery_codes: 'secret; users set up their second factor again',
      passkeys: 'work at the host name of this installation only',
      wrong_codes: 'counts attempts at this installation',
    },
    columns: {
      users: ['password_hash'],
      api_keys: ['token_lookup', 'token_sealed', 'previous_lookup', 'previous_until'],
      user_keys: ['token_hash', 'previous_hash', 'previous_until'],
      identity_providers: ['client_secret_sealed'],
      webhooks: ['secrets_sealed', 'has_former_secret'],
    },
  },
  barrier: 'intents',
  inUse: ['tenants', 'activity', 'versions'],
  afterRestore: renewEpoch,
}
