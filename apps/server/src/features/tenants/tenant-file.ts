import type { Manifest } from '@quatrain/platform/backup/manifest.ts'
import { type TenantSource, writeTenantFile } from '@quatrain/platform/backup/tenant-file.ts'
import { inUse } from '@quatrain/platform/errors.ts'
import { version } from '@quatrain/platform/version.ts'
import { z } from 'zod'
import { consoleStore } from '#database/console-store.ts'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'
import { findNeeded, requiredVersion } from './tenant-catalogue.reads.ts'
import { epochIn, type OpenRollOut, openRollOutOf, settingsOf, signs, tenantSettings } from './tenant-file.reads.ts'

/** What an import of a tenant needs to know before its first row. */
export const tenantDetails = z.object({
  settings: tenantSettings,
  /** Whether it signs SAML messages, with a key that is not in the file. */
  signs: z.boolean(),
  /** What the tenant uses of the catalogue. */
  catalogue: z.array(requiredVersion),
  /** Names of the tenants that its rows of the Web API refer to, by number. */
  feeding: z.record(z.string(), z.string()),
})
export type TenantDetails = z.output<typeof tenantDetails>

interface WebApiPart {
  readonly source: TenantSource
  readonly feeding: TenantDetails['feeding']
}

/**
 * Writes a tenant to a new file: its part of the console as `db` sees it, a transaction that sees every tenant, and that of the Web API
 * if it is given. Throws `in_use` while the tenant sees a former state of the catalogue, `BackupError`, and the errors of the
 * database and the file system; then there is no file.
 */
export async function writeTenant(
  file: string,
  db: Db,
  tenant: Pick<Tenant, 'id' | 'name'>,
  { at, webApi }: { readonly at: Date; readonly webApi?: WebApiPart | undefined },
): Promise<Manifest> {
  // A tenant with an open roll-out is refused: its metrics follow later, so neither the former nor the current state of the catalogue would
  // fit them.
  const open = await openRollOutOf(db, tenant)
  if (open) throw inUse(heldUpBy(open, tenant))
  const details: TenantDetails = {
    settings: await settingsOf(db, tenant),
    signs: await signs(db, tenant),
    catalogue: await findNeeded(db, tenant),
    feeding: webApi?.feeding ?? {},
  }
  const console = { store: consoleStore, db, tenant: tenant.id }
  return writeTenantFile(file, webApi ? [console, webApi.source] : [console], {
    name: tenant.name,
    details,
    build: version,
    createdAt: at.toISOString(),
    secrets: [],
    installation: await epochIn(db),
  })
}

/** What an operator can do about a roll-out that the tenant has not followed. */
function heldUpBy({ id, state }: OpenRollOut, { name }: Pick<Tenant, 'name'>): string {
  if (state === 'waiting') return `Roll-out ${id} waits in the tenant ${name}. Wait until it is done, or run it there.`
  if (state === 'refused') {
    return `Roll-out ${id} was refused in the tenant ${name}. Remove the reason that its page shows, and run it there.`
  }
  return `Roll-out ${id} is ${state} in the tenant ${name}. Run it there first.`
}
