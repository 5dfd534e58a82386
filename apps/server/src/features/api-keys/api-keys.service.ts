import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import {
  type ApiKey,
  apiKeys,
  type KeyKind,
  keyKinds,
  type rotateApiKey as rotation,
} from '@quatrain/contract/resources/api-key.ts'
import { AppError, invalidInput, notAllowed } from '@quatrain/platform/errors.ts'
import { assertFresh } from '#kit/http/authorize.ts'
import { record, recordEvent } from '#kit/recording/recorder.ts'
import { assertAllFound } from '#kit/resource/all-found.ts'
import { type Context, collectChanges, inEveryTenant, inTransaction } from '#request/context/context.ts'
import { assertFuture, assertOverlap } from '#request/keys/key-times.ts'
import { tokenOf } from '#request/keys/key-tokens.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import { addApiKeyOf, isWebApiNameOf, nobodysKey, setToken } from './api-keys.effects.ts'
import * as repository from './api-keys.repository.ts'
import { recordedKeys } from './recorded-keys.ts'

const { kind } = apiKeys

/** The context of operations on keys: those of the Web API belong to other tenants than the one that manages them. */
export interface KeyStore {
  readonly tenancy: Tenancy
  readonly secrets: Secrets
}

type Saved = ApiKey & { readonly rowVersion: number }

/** The only response that contains the token without a separate request. */
export async function addApiKey(
  { tenancy, secrets }: KeyStore,
  ctx: Context,
  input: AddInput<typeof apiKeys>,
): Promise<Saved & { readonly token: string }> {
  assertMay(ctx, 'add', input.used_by)
  const owner = input.used_by === 'poem' ? ctx.tenant : await ownerOf(tenancy, input.name)
  const { id, token } = await inTransaction(contextOfKeyOwner(tenancy, ctx, owner), (ctx) =>
    addApiKeyOf(ctx, secrets, input),
  )
  if (ctx.write.dryRun) return { ...blank(ctx, owner, input, id), token: '' }
  return { ...(await repository.find(tenancy.everyTenant, ctx, { id, tenant: owner.name })), token }
}

/** A key gets other limits, or is revoked, which cannot be undone. Limits that are left out stay. */
export async function changeApiKey(
  { tenancy }: KeyStore,
  ctx: Context,
  { id, tenant, name, used_by, ...input }: ChangeInput<typeof apiKeys>,
): Promise<Saved> {
  assertMay(ctx, 'change', used_by)
  const keyToChange = await repository.find(tenancy.everyTenant, ctx, { id, tenant, used_by })
  if (name !== keyToChange.name) throw invalidInput({ name: 'An API key cannot be renamed' })
  return inTransaction(contextOfKeyOwner(tenancy, ctx, await ownerById(tenancy, keyToChange)), async (ctx) => {
    const lockedKey = await repository.lock(ctx.db, keyToChange)
    assertFresh(ctx, 'The API key', lockedKey)
    const { expires = lockedKey.expires, networks = lockedKey.networks, scopes = lockedKey.scopes, revoked } = input
    const after = { ...lockedKey, revoked, expires, networks, scopes }
    if (lockedKey.revoked && !revoked) throw invalidInput({ revoked: 'Revoking an API key cannot be undone' })
    if (isDeepStrictEqual(lockedKey, after)) return keyToChange
    if (lockedKey.revoked) throw invalidInput({ revoked: 'A revoked API key cannot be changed' })
    if (expires !== lockedKey.expires) assertFuture(ctx, 'expires', expires)
    await repository.update(ctx.db, id, after)
    await record(ctx, [recordedKeys.changed(ctx, lockedKey, after)])
    return { ...keyToChange, revoked, expires, networks, scopes, rowVersion: lockedKey.rowVersion + 1 }
  })
}

/** Revokes keys, which can be of several tenants in the super-tenant. `keys` are how addresses name them. */
export async function revokeSeveralKeys(
  { tenancy }: KeyStore,
  ctx: Context,
  keys: readonly string[],
): Promise<Notices> {
  const names = [...new Set(keys)]
  const visibleKeys = (await repository.findAll(tenancy.everyTenant, ctx)).filter(({ key }) => names.includes(key))
  const chosenKeys = visibleKeys.map((stored) => ({ ...stored, name: stored.key }))
  assertAllFound(apiKeys, 'keys', names, chosenKeys)
  for (const { used_by } of visibleKeys) assertMay(ctx, 'change', used_by)
  const former = visibleKeys.find(({ revoked }) => revoked)
  if (former) throw invalidInput({ keys: `${former.key} is revoked already` })
  const isOwn = visibleKeys.every(({ tenantId }) => tenantId === ctx.tenant.id)
  await (isOwn ? inTransaction : inEveryTenant)(ctx, async (ctx) => {
    const { db } = await collectChanges(ctx)
    const changes = visibleKeys.map((stored) => ({
      ...recordedKeys.changed(ctx, stored, { ...stored, revoked: true }),
      tenantId: stored.tenantId,
    }))
    await repository.revoke(
      db,
      changes.map((change) => ({ ...change, comment: change.comment?.() })),
    )
    await record(ctx, [])
  })
  return {
    info: names.length === 1 ? 'API key successfully revoked.' : `${names.length} API keys successfully revoked.`,
  }
}

/** Replaces the token. The present one is accepted until the chosen time; one that was replaced before ends now. */
export async function rotateApiKey(
  { tenancy, secrets }: KeyStore,
  ctx: Context,
  { id, tenant, token: givenToken, previous_until }: InputOf<typeof rotation>['body'],
): Promise<Saved & { readonly token: string }> {
  const keyToRotate = await repository.find(tenancy.everyTenant, ctx, { id, tenant })
  assertMay(ctx, 'change', keyToRotate.used_by)
  assertOverlap(ctx, previous_until)
  // The console sends one token of a key for the Web API, so that two of them cannot be in use.
  if (previous_until !== null && keyToRotate.used_by === 'webapi') {
    throw invalidInput({ previous_until: 'The console uses one token for the Web API' })
  }
  return inTransaction(contextOfKeyOwner(tenancy, ctx, await ownerById(tenancy, keyToRotate)), async (ctx) => {
    const lockedKey = await repository.lock(ctx.db, keyToRotate)
    assertFresh(ctx, 'The API key', lockedKey)
    if (lockedKey.revoked) throw invalidInput({ id: 'A revoked API key cannot be changed' })
    const { token, after } = await setToken(ctx, secrets, lockedKey, { token: givenToken, previous_until })
    const rotated = { ...keyToRotate, rotated: after.rotated, previous_until, rowVersion: lockedKey.rowVersion + 1 }
    return { ...rotated, token: ctx.write.dryRun ? '' : token }
  })
}

/** `key` is `poem_` or `webapi_` and how the key is named in addresses. */
export async function deleteApiKey({ tenancy }: KeyStore, ctx: Context, key: string): Promise<Notices> {
  const { used_by, key: keyName } = withKind(key)
  assertMay(ctx, 'delete', used_by)
  const keyToDelete = await repository.find(tenancy.everyTenant, ctx, { key: keyName, used_by })
  return inTransaction(contextOfKeyOwner(tenancy, ctx, await ownerById(tenancy, keyToDelete)), async (ctx) => {
    const lockedKey = await repository.lock(ctx.db, keyToDelete)
    assertFresh(ctx, 'The API key', lockedKey)
    await repository.remove(ctx.db, lockedKey)
    await record(ctx, [recordedKeys.removed(lockedKey)])
    return {}
  })
}

/** The token of a key, which is remembered in the activity log. No key of the Web API gets to a tenant (decision D21). */
export async function revealApiKey({ tenancy, secrets }: KeyStore, ctx: Context, key: string): Promise<string> {
  const storedKey = await repository.find(tenancy.everyTenant, ctx, { key })
  if (storedKey.used_by === 'webapi') assertSuperTenant(ctx, 'view tokens of web API keys')
  return inTransaction(contextOfKeyOwner(tenancy, ctx, await ownerById(tenancy, storedKey)), async (ctx) => {
    const locked = await repository.lock(ctx.db, storedKey)
    const { id, name } = locked
    await recordEvent(ctx, { action: 'reveal', kind, id, name })
    return tokenOf(secrets, { ...locked, tenantId: ctx.tenant.id })
  })
}

/** Returns the context of the same request in the scope of the tenant that owns the key. */
export const contextOfKeyOwner = (tenancy: Tenancy, ctx: Context, owner: Tenant): Context =>
  owner.id === ctx.tenant.id ? ctx : { ...ctx, tenant: owner, db: tenancy.of(owner) }

type Write = 'add' | 'change' | 'delete'

/** The declaration requires a superuser; only the super-tenant manages keys of the Web API. */
function assertMay(ctx: Context, action: Write, used_by: KeyKind): void {
  if (used_by === 'webapi') assertSuperTenant(ctx, `${action} ${action === 'delete' ? 'web ' : ''}API keys`)
}

function assertSuperTenant({ tenant }: Context, operation: string): void {
  if (tenant.deployment !== 'super') throw notAllowed(`You do not have permission to ${operation}`)
}

async function ownerOf(tenancy: Tenancy, name: string): Promise<Tenant> {
  const owner = await tenancy.tenantWhere((tenant) => isWebApiNameOf(tenant, name))
  if (!owner) throw nobodysKey(name)
  return owner
}

export async function ownerById(tenancy: Tenancy, { tenantId }: { readonly tenantId: number }): Promise<Tenant> {
  const owner = await tenancy.tenantWhere(({ id }) => id === tenantId)
  if (!owner) throw repository.apiKeyNotFound()
  return owner
}

function withKind(text: string): { readonly used_by: KeyKind; readonly key: string } {
  const used_by = keyKinds.find((kind) => text.startsWith(`${kind}_`))
  if (!used_by) throw new AppError('invalid_input', 'Missing API key name prefix')
  const key = text.slice(used_by.length + 1)
  if (key === '') throw new AppError('invalid_input', 'API key name must be defined')
  return { used_by, key }
}

/** The response of a dry run, in place of a key that does not exist. */
const blank = (ctx: Context, owner: Tenant, input: AddInput<typeof apiKeys>, id: number): Saved => ({
  id,
  name: input.name,
  used_by: input.used_by,
  expires: input.expires ?? null,
  networks: input.networks ?? [],
  scopes: input.scopes ?? [],
  rotated: null,
  previous_until: null,
  key: input.name,
  tenant: owner.name,
  revoked: false,
  created: ctx.now().toISOString(),
  last_used_at: null,
  last_used_by: '',
  rowVersion: 1,
})
