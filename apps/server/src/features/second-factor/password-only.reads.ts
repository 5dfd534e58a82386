import { sql } from 'kysely'

/** A condition on a row `person` of `users`: an active user who logs in with a password and has no second factor. */
export const hasPasswordOnly = sql`(
  person.is_active and person.password_hash is not null
    and not exists (
      select from authenticator_apps as app
      where app.tenant_id = person.tenant_id and app.user_id = person.id and app.confirmed_at is not null)
    and not exists (
      select from passkeys as passkey where passkey.tenant_id = person.tenant_id and passkey.user_id = person.id))`
