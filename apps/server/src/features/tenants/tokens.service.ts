import type { KeyKind } from '@quatrain/contract/resources/api-key.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import * as keys from '#features/api-keys/api-keys.effects.ts'
import { keysOfTenant } from '#features/api-keys/api-keys.reads.ts'
import * as rotation from '#features/api-keys/rotate-secret.effects.ts'
import { inTransaction } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { findTenants } from '#request/tenancy/tenancy.ts'
import { contextIn, contextOfSuperTenant, type Operator } from './operator.ts'
import { tenantNamed } from './tenants.service.ts'

export interface KeyName {
  readonly name: string
  readonly kind: KeyKind
}

/**
 * Adds a key to a tenant and returns its token, given or generated. The rules are those of the console. A key for the Web API
 * that is there gets the given token: an import brings such keys with tokens that nobody has.
 */
export async function addTenantKey(
  operator: Operator,
  secrets: Secrets,
  tenantName: string,
  { name, kind: used_by, token }: KeyName & { readonly token?: string | undefined },
): Promise<string> {
  const ctx = await contextNamed(operator, tenantName)
  return inTransaction(ctx, async (ctx) => {
    const set = used_by === 'webapi' && token && (await keys.setWebApiToken(ctx, secrets, { name, token }))
    return set || (await keys.addApiKeyOf(ctx, secrets, { name, used_by, token })).token
  })
}

/** The keys of a tenant, by kind and name. */
export const findKeys = async (operator: Operator, tenantName: string) =>
  keysOfTenant((await contextNamed(operator, tenantName)).db)

/** Revokes a key, which cannot be undone. Throws `not_found` if there is no active key with this name. */
export const revokeKey = async (operator: Operator, tenantName: string, key: KeyName) =>
  inTransaction(await contextNamed(operator, tenantName), async (ctx) => {
    if (!(await keys.revokeLiveKey(ctx, key))) {
      throw new AppError('not_found', `${tenantName} has no key ${key.name} (${key.kind}) in use.`)
    }
  })

/**
 * Encrypts the tokens of all tenants' keys with the current secret. Throws without changes if no accepted secret decrypts
 * one of them.
 */
export const rotateTokenSecret = async (operator: Operator, secrets: Secrets): Promise<rotation.Rotation> =>
  rotation.rotateSecret(await contextOfSuperTenant(operator), secrets)

/** The stored secrets of all tenants that no accepted secret of the server opens, in words. */
export const findUnreadableSecrets = ({ tenancy }: Operator, secrets: Secrets): Promise<string[]> =>
  rotation.unreadableSecrets(tenancy.everyTenant, secrets)

async function contextNamed(operator: Operator, name: string) {
  const { tenancy } = operator
  const tenant = tenantNamed(await findTenants(tenancy.everyTenant), name)
  return contextIn(operator, tenant, tenancy.of(tenant))
}
