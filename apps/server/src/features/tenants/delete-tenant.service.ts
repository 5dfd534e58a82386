import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { tenants } from '@quatrain/contract/resources/tenant.ts'
import { inUse, notAllowed } from '@quatrain/platform/errors.ts'
import { assertFresh, authorize } from '#kit/http/authorize.ts'
import { listing } from '#kit/recording/describe-change.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inCatalogueOnly, type WriteOptions } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import type { TenantFiles } from './leave-tenant-file.ts'
import { contextOfSuperTenant, type Operator } from './operator.ts'
import type { Belongings } from './tenants.repository.ts'
import * as repository from './tenants.repository.ts'
import { tenantDocumentOf } from './tenants.service.ts'

/**
 * Deletes a tenant with all its data, sessions and keys; its versions and its activity log are kept, and so is its data
 * in the Web API. What is deleted is written to `files` before; if that throws, nothing is deleted. Returns what was deleted, and
 * where it is kept.
 * Throws `in_use` while it feeds a combined tenant.
 */
export async function deleteTenant(
  tenancy: Tenancy,
  ctx: Context,
  name: string,
  files: TenantFiles | undefined,
): Promise<Notices> {
  // Writes of other tenants do not depend on it, except those of the tenants that it feeds, which are the super-tenant's.
  const result = await inCatalogueOnly(ctx, async (ctx) => {
    await repository.lockNamed(ctx.db, name)
    const tenant = await repository.findForUpdate(ctx.db, name)
    authorize(ctx, 'delete', tenants)
    if (tenant.deployment === 'super') throw notAllowed('You cannot delete public schema!')
    assertFresh(ctx, 'The tenant', tenant)
    const fed = await repository.fedBy(ctx.db, tenant)
    if (fed.length > 0) throw inUse(feeding(tenant.name, fed))
    const belongings = await repository.belongings(ctx.db, tenant)
    const file = ctx.write.dryRun ? undefined : await files?.leave(ctx.db, tenant)
    await repository.remove(ctx.db, tenant)
    const { rowVersion, ...storedTenant } = tenant
    await record(ctx, [
      { kind: tenants.kind, id: tenant.id, name: tenant.name, before: tenantDocumentOf(storedTenant), rowVersion },
    ])
    return { deleted: `Deleted with it: ${inWords(belongings)}.`, info: keptIn(files, file) }
  })
  // The host name of the tenant is unknown from now on.
  if (!ctx.write.dryRun) tenancy.forget()
  return result
}

/** The command line needs no precondition. */
export async function deleteTenantAs(
  operator: Operator,
  name: string,
  { files, ...write }: WriteOptions & { readonly files?: TenantFiles | undefined } = {},
): Promise<Notices> {
  const ctx = await contextOfSuperTenant(operator)
  return deleteTenant(operator.tenancy, { ...ctx, write: { ifMatch: '*', ...write } }, name, files)
}

const feeding = (name: string, fed: readonly string[]) =>
  `The tenant ${name} feeds the combined ${fed.length === 1 ? 'tenant' : 'tenants'} ${listing(fed)}.`

function keptIn(files: TenantFiles | undefined, file: string | undefined): string {
  if (!files) return 'No file of its data is kept, because QUATRAIN_TENANT_FILES is not set on the server.'
  return file === undefined
    ? `A file of its data will be in ${files.folder} on the server; it can be imported again.`
    : `Its data is in the file ${file} on the server; it can be imported again.`
}

const inWords = ({ metrics, metricProfiles, users, groups, apiKeys }: Belongings): string =>
  listing([
    counted(metrics, 'metric'),
    counted(metricProfiles, 'metric profile'),
    counted(users, 'user'),
    counted(groups, 'group'),
    counted(apiKeys, 'API key'),
  ])

const counted = (count: number, singular: string) =>
  `${count.toLocaleString('en')} ${singular}${count === 1 ? '' : 's'}`
