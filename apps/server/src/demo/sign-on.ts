import type { Database } from '@quatrain/platform/database/database.ts'
import { findAll } from '#features/sign-on/identity-providers.repository.ts'
import { addProvider, changeProvider } from '#features/sign-on/identity-providers.service.ts'
import { contextIn } from '#features/tenants/operator.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { type DemoPerson, startOpenIdProvider } from './openid-provider.ts'

/** The host is reached by programs of this machine only, because the provider asks for no password. */
export const identityProviderHost = '127.0.0.1'

const tenantName = 'ALPINE'

/** The tenant whose users can log in with the identity provider of the demonstration; undefined if it was deleted. */
export const tenantWithSignOn = (tenants: readonly Tenant[]): Tenant | undefined =>
  tenants.find(({ name }) => name === tenantName)

const people: readonly DemoPerson[] = [
  {
    sub: 'seraina-tschudi',
    name: 'Seraina Tschudi',
    given_name: 'Seraina',
    family_name: 'Tschudi',
    preferred_username: 'seraina.tschudi',
    email: 'seraina.tschudi@alpine.example.org',
    groups: ['data-team'],
  },
  { sub: 'gian', name: 'Gian', preferred_username: 'gian' },
]

const client = { client_id: 'quatrain-demonstration', client_secret: 'known to everybody' }

const provider = {
  tenant: tenantName,
  name: 'Demonstration',
  protocol: 'oidc' as const,
  enabled: true,
  metadata_address: '',
  metadata: '',
  subject_attribute: '',
  button_text: 'Log in with the demonstration’s identity provider',
  client_id: client.client_id,
  scopes: '',
  username_attribute: '',
  display_name_attribute: '',
  first_name_attribute: '',
  last_name_attribute: '',
  email_attribute: '',
  groups_attribute: 'groups',
  group_rules: (['metrics', 'metricprofiles'] as const).map((kind) => ({
    value: 'data-team',
    kind,
    group: 'ALPINE-Data',
  })),
}

interface Options {
  readonly database: Database
  readonly secret: string
  readonly tenant: Tenant
  readonly port: number
  /** The tenant's address, such as `http://alpine.localhost:8080`. */
  readonly origin: string
}

/** Starts the identity provider of the demonstration, and configures the tenant with it. */
export async function startSignOn({ database, secret, tenant, port, origin }: Options) {
  const running = await startOpenIdProvider({
    host: identityProviderHost,
    port,
    people,
    clients: [{ ...client, redirect_uris: [`${origin}/oidc/callback`] }],
  })
  await configure({ database, secret, tenant }, running.issuer)
  return running
}

/** Adds the provider if it is missing. Of one that is there, only the issuer follows the port of this start. */
async function configure(
  { database, secret, tenant }: Pick<Options, 'database' | 'secret' | 'tenant'>,
  issuer: string,
) {
  const now = () => new Date()
  const tenancy = tenancyOf(database, now)
  const ctx = contextIn({ tenancy, name: 'platform-root', now }, tenant, tenancy.of(tenant))
  const store = { tenancy, secrets: secretsOf(secret), isConfiguredByTenant: () => true }
  const stored = (await findAll(ctx.db)).find(({ name }) => name === provider.name)
  if (stored === undefined) {
    await addProvider(store, ctx, { ...provider, issuer, client_secret: client.client_secret })
  } else if (stored.issuer !== issuer) {
    await changeProvider(store, { ...ctx, write: { ifMatch: '*' } }, { ...provider, id: stored.id, issuer })
  }
}
