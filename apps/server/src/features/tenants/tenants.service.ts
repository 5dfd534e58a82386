import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { type TenantDocument, tenants } from '@quatrain/contract/resources/tenant.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { addedGroup } from '#features/groups/added-group.reads.ts'
import { importInternalMetrics } from '#features/metrics/metrics.effects.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import { awaitRollOut } from '#request/tenancy/locks.ts'
import { type Db, domainOf, findTenants, type Tenant } from '#request/tenancy/tenancy.ts'
import { hostName } from '#settings/sign-on.ts'
import { contextIn, type Operator } from './operator.ts'
import * as repository from './tenants.repository.ts'

export interface NewTenant {
  /** `all` is the super-tenant's. */
  readonly name: string
  /** The host name; by default the tenant's name followed by the super-tenant's host name. */
  readonly hostname?: string | undefined
  /** Names of the tenants that feed this one. */
  readonly combinedFrom?: readonly string[]
  readonly useServiceTitle?: boolean
  readonly termsUrl?: string
  readonly privacyUrl?: string
  readonly samlLoginString?: string
  /** `YYYY-MM-DD`; today by default. */
  readonly createdOn?: string
}

const { kind } = tenants

/**
 * Adds a tenant with a group of each kind, named like the tenant in upper case, and the metrics of all internal
 * templates. The super-tenant is the first and has neither.
 */
export async function addTenant(
  operator: Operator,
  newTenant: NewTenant,
): Promise<{ readonly tenant: Tenant; readonly notices: Notices }> {
  const { tenancy } = operator
  const added = await tenancy.everyTenant.transaction().execute(async (db) => {
    const tenant = await insertTenant(operator, db, newTenant)
    if (tenant.deployment === 'super') return { tenant, notices: {} }
    await tenancy.enter(db, tenant)
    const defaultGroups = await repository.insertGroups(db, tenant.name.toUpperCase())
    const ctx = contextIn(operator, tenant, db)
    await awaitRollOut(db)
    const { changes, notices } = await importInternalMetrics(ctx)
    await record(ctx, [...defaultGroups.map(addedGroup), ...changes])
    return { tenant, notices }
  })
  tenancy.forget()
  return added
}

/**
 * Adds a tenant without any objects, in a transaction that sees every tenant, and leaves the transaction to the
 * super-tenant.
 */
export async function insertTenant(operator: Operator, db: Db, newTenant: NewTenant): Promise<Tenant> {
  const { tenant, superTenant } = await storeTenant(operator, db, newTenant)
  await operator.tenancy.enter(db, superTenant)
  await recordTenant(contextIn(operator, superTenant, db), tenant)
  return tenant
}

/** Stores a tenant without any objects, which is to be recorded with the super-tenant's context. Throws `already_exists`. */
export async function storeTenant({ now }: Pick<Operator, 'now'>, db: Db, newTenant: NewTenant) {
  const existingTenants = await findTenants(db)
  const { createdOn = now().toISOString().slice(0, 10) } = newTenant
  const tenant = await repository.insert(db, { ...rowOf(newTenant, existingTenants), createdOn })
  return { tenant, superTenant: existingTenants.find(({ deployment }) => deployment === 'super') ?? tenant }
}

export const recordTenant = (ctx: Context, tenant: Tenant): Promise<void> =>
  record(ctx, [{ kind, id: tenant.id, name: tenant.name, after: tenantDocumentOf(tenant) }])

/**
 * Makes these tenants, at least one, those that feed a combined tenant, whether it was combined before or not. Throws `not_found`,
 * and `invalid_input` for a tenant that cannot be combined or feed one.
 */
export async function combineTenant(operator: Operator, name: string, combinedFrom: readonly string[]): Promise<void> {
  const { tenancy } = operator
  await tenancy.everyTenant.transaction().execute(async (db) => {
    const before = await repository.findForUpdate(db, name)
    const otherTenants = (await findTenants(db)).filter(({ id }) => id !== before.id)
    const superTenant = otherTenants.find(({ deployment }) => deployment === 'super')
    if (!superTenant) throw invalidInput({ name: 'The super-tenant cannot be combined' })
    if ((await repository.fedBy(db, before)).length > 0) throw invalidInput({ name: `${name} feeds a combined tenant` })
    assertCanFeed(combinedFrom, otherTenants)
    const after = { ...before, combined: true, combinedFrom: [...combinedFrom] }
    await repository.updateFeeding(db, after)
    await tenancy.enter(db, superTenant)
    const ctx = contextIn(operator, superTenant, db)
    await record(ctx, [recordedTenants.changed(ctx, before, after)])
  })
  tenancy.forget()
}

/** Throws `not_found`. */
export function tenantNamed(tenants: readonly Tenant[], name: string): Tenant {
  const tenant = tenants.find((tenant) => tenant.name === name)
  if (!tenant) throw new AppError('not_found', `There is no tenant ${name}.`)
  return tenant
}

function rowOf(newTenant: NewTenant, existingTenants: readonly Tenant[]) {
  const schema = newTenant.name === 'all' ? 'public' : newTenant.name.toLowerCase()
  assertPossible(newTenant, existingTenants)
  const superDomain = existingTenants.find(({ deployment }) => deployment === 'super')?.domain
  const domain =
    newTenant.hostname === undefined ? superDomain && `${schema}.${superDomain}` : domainOf(newTenant.hostname)
  if (!domain) throw invalidInput({ hostname: 'Required as long as there is no super-tenant' })
  if (!hostName.test(domain)) throw invalidInput({ hostname: 'Must be a host name such as console.example.org' })
  const { combinedFrom = [], useServiceTitle, termsUrl, privacyUrl, samlLoginString } = newTenant
  return {
    name: newTenant.name,
    schema_name: schema,
    domain_url: domain,
    combined: combinedFrom.length > 0,
    combined_from: [...combinedFrom],
    use_service_title: useServiceTitle ?? false,
    terms_url: termsUrl ?? '',
    privacy_url: privacyUrl ?? '',
    saml_login_string: samlLoginString ?? '',
  }
}

const simpleName = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/

function assertPossible({ name, combinedFrom = [] }: NewTenant, existingTenants: readonly Tenant[]): void {
  if (!simpleName.test(name)) {
    throw invalidInput({ name: 'Must begin with a letter and hold only letters, digits, - and _' })
  }
  // Schema names distinguish the super-tenant from the others.
  if (name.toLowerCase() === 'public') throw invalidInput({ name: 'This name is reserved' })
  assertCanFeed(combinedFrom, existingTenants)
}

function assertCanFeed(combinedFrom: readonly string[], existingTenants: readonly Tenant[]): void {
  for (const feeding of combinedFrom) {
    const tenant = tenantNamed(existingTenants, feeding)
    if (tenant.deployment === 'super' || tenant.combined) {
      throw invalidInput({ combinedFrom: `${feeding} cannot feed a combined tenant` })
    }
  }
}

/** The document of a version of the tenant. */
export const tenantDocumentOf = ({ id, deployment, ...tenant }: Tenant): TenantDocument => ({
  ...tenant,
  combinedFrom: [...tenant.combinedFrom],
})

const recordedTenants = recordedKind<typeof tenants, Tenant>(tenants, {
  nameOf: ({ name }) => name,
  documentOf: tenantDocumentOf,
})
