import { identityProviderKey } from '@quatrain/contract/kit/kind-names.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { invalidInput, notAllowed } from '@quatrain/platform/errors.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { plainWrites } from '#kit/resource/plain-writes.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { type Db, findTenants, type Tenancy, type Tenant } from '#request/tenancy/tenancy.ts'
import { clientSecrets } from './client-secret.ts'
import { assertGroupsKnown } from './group-rules.ts'
import { find, findForUpdate, insert, remove, storeClientSecret, update } from './identity-providers.repository.ts'
import { identityProviderIn } from './saml/idp-metadata.ts'
import { addNextSamlKey, shownSamlKeys, signWithNextSamlKey } from './saml/key-rollover.ts'
import { missingSamlKey, storeSamlKey } from './saml/saml-keys.ts'
import type { SigningKey } from './saml/self-signed-certificate.ts'
import { SamlError } from './saml/xml.ts'

const { kind } = identityProviders

export interface ProviderStore {
  readonly tenancy: Tenancy
  readonly secrets: Secrets
  /** Whether superusers of this tenant may configure its providers; those of the super-tenant always may. */
  readonly isConfiguredByTenant: (tenant: Pick<Tenant, 'name'>) => boolean
}

type Input = AddInput<typeof identityProviders>

const writes = plainWrites(
  identityProviders,
  { findForUpdate, insert, update, remove },
  { nameOf: identityProviderKey },
)

/** The super-tenant sees the providers of every tenant, a tenant its own. */
export const visibleTo = ({ tenancy }: ProviderStore, { tenant, db }: Context): Db =>
  tenant.deployment === 'super' ? tenancy.everyTenant : db

export async function addProvider(store: ProviderStore, ctx: Context, { client_secret, ...input }: Input) {
  const owner = await ownerNamed(store, ctx, input.tenant)
  const samlKey = await samlKeyFor(contextOfProviderOwner(store, ctx, owner), input)
  return inTransaction(contextOfProviderOwner(store, ctx, owner), async (ctx) => {
    await assertGroupsKnown(ctx, input)
    const { id, rowVersion } = await writes.add(ctx, input)
    if (samlKey) await storeSamlKey(ctx, store.secrets, samlKey)
    await replaceSecret(store, ctx, { id, name: identityProviderKey(input) }, client_secret)
    return { ...(await find(ctx.db, { id })), rowVersion }
  })
}

export async function changeProvider(
  store: ProviderStore,
  ctx: Context,
  { client_secret, ...input }: ChangeInput<typeof identityProviders>,
) {
  // Ids repeat over tenants, so the super-tenant's request names the tenant.
  const visible = ctx.tenant.deployment === 'super' ? await ownerNamed(store, ctx, input.tenant) : ctx.tenant
  const storedProvider = await find(contextOfProviderOwner(store, ctx, visible).db, { id: input.id })
  if (input.tenant !== storedProvider.tenant)
    throw invalidInput({ tenant: 'An identity provider cannot be moved to another tenant' })
  const owner = await ownerNamed(store, ctx, storedProvider.tenant)
  const samlKey = await samlKeyFor(contextOfProviderOwner(store, ctx, owner), input)
  return inTransaction(contextOfProviderOwner(store, ctx, owner), async (ctx) => {
    await assertGroupsKnown(ctx, input, storedProvider)
    const { rowVersion } = await writes.change(ctx, input)
    if (samlKey) {
      ctx.recording.hasMore = true
      await storeSamlKey(ctx, store.secrets, samlKey)
    }
    await replaceSecret(store, ctx, { id: input.id, name: identityProviderKey(input) }, client_secret)
    return { ...(await find(ctx.db, { id: input.id })), rowVersion }
  })
}

export async function removeProvider(store: ProviderStore, ctx: Context, key: string): Promise<Notices> {
  const storedProvider = await find(visibleTo(store, ctx), { key })
  const owner = await ownerNamed(store, ctx, storedProvider.tenant)
  return inTransaction(contextOfProviderOwner(store, ctx, owner), (ctx) => writes.remove(ctx, key))
}

/** One step of a roll-over of the console's key for SAML. Throws `invalid_input`, `in_use`, `not_allowed`. */
export async function replaceSamlKey(store: ProviderStore, ctx: Context, key: string, step: 'add' | 'use') {
  const { tenant } = await find(visibleTo(store, ctx), { key })
  const owned = contextOfProviderOwner(store, ctx, await ownerNamed(store, ctx, tenant))
  await (step === 'add' ? addNextSamlKey(owned, store.secrets) : signWithNextSamlKey(owned))
  return shownSamlKeys(owned)
}

/**
 * A SAML provider needs readable metadata, and a key of the console: returns a new one if there is none. Throws
 * `invalid_input`.
 */
async function samlKeyFor(ctx: Context, { protocol, metadata, issuer }: Input): Promise<SigningKey | undefined> {
  if (protocol !== 'saml') return undefined
  try {
    if (metadata !== '') identityProviderIn(metadata, issuer, new Date())
  } catch (error) {
    throw error instanceof SamlError ? invalidInput({ metadata: error.message }) : error
  }
  return missingSamlKey(ctx)
}

/** No document contains the secret, so the activity log has a row of its own for each replacement. */
async function replaceSecret(
  { secrets }: ProviderStore,
  ctx: Context,
  { id, name }: { readonly id: number; readonly name: string },
  secret: string | undefined,
): Promise<void> {
  if (secret === undefined || secret === '') return
  const owner = { tenantId: ctx.tenant.id, id }
  await storeClientSecret(ctx.db, owner, clientSecrets.seal(secrets, owner, secret))
  await recordEvent(ctx, { action: 'reseal', kind, id, name })
}

/** Returns the context of the same request in the scope of the tenant that owns the provider. */
export const contextOfProviderOwner = ({ tenancy }: ProviderStore, ctx: Context, owner: Tenant): Context =>
  owner.id === ctx.tenant.id ? ctx : { ...ctx, tenant: owner, db: tenancy.of(owner) }

/** Throws `invalid_input` for a tenant that does not exist or is not visible, `not_allowed` if others configure it. */
async function ownerNamed(store: ProviderStore, ctx: Context, name: string): Promise<Tenant> {
  const isSuper = ctx.tenant.deployment === 'super'
  // The tenant is read from the database, because another process may have just added or deleted it.
  const owner = isSuper
    ? (await findTenants(store.tenancy.everyTenant)).find((tenant) => tenant.name === name)
    : ctx.tenant
  if (owner?.name !== name) throw invalidInput({ tenant: `There is no tenant ${name} here` })
  if (!isSuper && !store.isConfiguredByTenant(owner)) {
    throw notAllowed('Identity providers of this tenant are configured by the super-tenant.')
  }
  return owner
}

/** The tenant of a provider that was found. */
export async function ownerOf(
  { tenancy }: ProviderStore,
  { tenantId }: { readonly tenantId: number },
): Promise<Tenant> {
  const owner = await tenancy.tenantWhere(({ id }) => id === tenantId)
  if (!owner) throw new Error(`There is no tenant ${tenantId}.`)
  return owner
}
