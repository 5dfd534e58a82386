import type { requiredOf } from '@quatrain/contract/accounts/second-factor-rule.ts'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { MachineScope } from '@quatrain/contract/kit/machine-scopes.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Counted, Json, Numbered, OfTenants, OwnTenant } from './columns.ts'

/** Tenants, and who may do what in them. */
export interface AccessTables {
  tenants: TenantsTable
  users: UsersTable
  groups: GroupsTable
  group_members: { tenant_id: OwnTenant; user_id: number; group_id: number }
  sessions: SessionsTable
  login_failures: LoginFailuresTable
  sign_in_addresses: SignInAddressesTable
  password_links: PasswordLinksTable
  api_keys: ApiKeysTable
  user_keys: UserKeysTable
  identity_providers: IdentityProvidersTable
  sign_on_subjects: { tenant_id: OwnTenant; provider_id: number; issuer: string; subject: string; user_id: number }
  sign_on_requests: SignOnRequestsTable
  saml_keys: Numbered & { private_key_sealed: string; certificate: string; created_at: Date }
  saml_sessions: OfTenants & {
    session_id: number
    provider_id: number
    issuer: string
    name_value: string
    name: Json<object>
    session_index: string | null
  }
  saml_messages: { tenant_id: OwnTenant; id_hash: string; expires_at: Date }
  sign_on_tests: OfTenants & {
    id: string
    provider_id: number
    tested_by: string
    result: Json<object>
    arrived_at: Date
  }
  authenticator_apps: AuthenticatorAppsTable
  recovery_codes: { tenant_id: OwnTenant; user_id: number; code_hash: string }
  second_factor_rules: { tenant_id: OwnTenant; required_of: (typeof requiredOf)[number] }
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  wrong_codes: { tenant_id: OwnTenant; user_id: number; codes: number; last_at: Date }
}

interface TenantsTable {
  id: GeneratedAlways<number>
  name: string
  schema_name: string
  domain_url: string
  created_on: Generated<Date>
  combined: Generated<boolean>
  combined_from: Generated<string[]>
  use_service_title: Generated<boolean>
  terms_url: Generated<string>
  privacy_url: Generated<string>
  saml_login_string: Generated<string>
  row_version: Generated<number>
}

interface UsersTable extends Counted {
  username: string
  password_hash: Generated<string | null>
  first_name: Generated<string>
  last_name: Generated<string>
  email: Generated<string>
  is_superuser: Generated<boolean>
  is_active: Generated<boolean>
  date_joined: Generated<Date>
  last_login: Generated<Date | null>
  displayname: Generated<string>
  subject: Generated<string>
  egiid: Generated<string>
}

interface GroupsTable extends Counted {
  kind: GroupKind
  name: string
}

interface SessionsTable extends Numbered {
  token_hash: string
  user_id: number
  created_at: Date
  last_seen_at: Date
  address: Generated<string>
  device: Generated<string>
  verified_at: Date
  needs_factor: Generated<boolean>
}

interface LoginFailuresTable extends Numbered {
  username: string
  address: string
  network: string
  failed_at: Date
}

interface SignInAddressesTable extends OfTenants {
  user_id: number
  address: string
  last_at: Date
}

interface PasswordLinksTable extends OfTenants {
  user_id: number
  token_hash: string
  email: string
  of_password: string
  expires_at: Date
}

interface ApiKeysTable extends OfTenants {
  id: Generated<number>
  row_version: Generated<number>
  name: string
  used_by: 'poem' | 'webapi'
  token_lookup: string
  token_sealed: string
  created: Date
  revoked: Generated<boolean>
  last_used_at: Generated<Date | null>
  last_used_by: Generated<string>
  expires_at: OptionalTime
  networks: Generated<string[]>
  scopes: Generated<MachineScope[]>
  rotated_at: OptionalTime
  previous_lookup: Generated<string | null>
  previous_until: OptionalTime
}

interface UserKeysTable extends Numbered {
  user_id: number
  name: string
  token_hash: string
  read_only: boolean
  expires_at: OptionalTime
  networks: Generated<string[]>
  created_at: Date
  rotated_at: OptionalTime
  previous_hash: Generated<string | null>
  previous_until: OptionalTime
  last_used_at: Generated<Date | null>
  last_used_by: Generated<string>
}

interface IdentityProvidersTable extends OfTenants {
  id: Generated<number>
  row_version: Generated<number>
  name: string
  enabled: boolean
  content: Json<object>
  client_secret_sealed: Generated<string | null>
}

interface SignOnRequestsTable extends OfTenants {
  state_hash: string
  browser_hash: string
  provider_id: number
  tested_by: string | null
  return_to: string | null
  nonce: string
  code_verifier: string
  network: string
  begun_at: Date
  response: string | null
}

interface AuthenticatorAppsTable extends Numbered {
  user_id: number
  secret_sealed: string
  confirmed_at: Date | null
  last_step: Generated<number>
}

interface PasskeysTable extends Numbered {
  user_id: number
  name: string
  credential_id: string
  public_key: string
  signatures: string
  transports: string[]
  created_at: Date
  last_used_at: Generated<Date | null>
}

interface PasskeyChallengesTable extends OfTenants {
  challenge: string
  user_id: number
  bound_to: string
  expires_at: Date
}

/** A time that is null, and that a write can give as ISO 8601. */
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
