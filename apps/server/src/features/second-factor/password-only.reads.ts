import { sql } from 'kysely'

/** A condition on a row of `users`: an active user who logs in with a password and has no second factor. */
export const hasPasswordOnly = sql`(
  users.is_active and users.password_hash is not null
    and not exists (
      select from authenticator_apps as app
      where app.tenant_id = users.tenant_id and app.user_id = users.id and app.confirmed_at is not null)
    and not exists (
      select from passkeys as passkey where passkey.tenant_id = users.tenant_id and passkey.user_id = users.id))`
