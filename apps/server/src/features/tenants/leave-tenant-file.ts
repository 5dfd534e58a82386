import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@quatrain/platform/errors.ts'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'
import { writeTenant } from './tenant-file.ts'

/** The place where files of deleted tenants are kept. */
export interface TenantFiles {
  readonly folder: string
  /** Keeps what is about to be deleted: returns the name of its file. Throws if that is impossible. */
  readonly leave: (db: Db, tenant: Tenant) => Promise<string>
}

/** Writes the console's part of a tenant to a new file in this folder. Its data in the Web API is not deleted. */
export const tenantFilesIn = (folder: string, now: () => Date): TenantFiles => ({
  folder,
  async leave(db, tenant) {
    const exportedAt = now()
    const file = join(
      folder,
      `${encodeURIComponent(tenant.name)}-${exportedAt.toISOString().replaceAll(':', '')}.tar.zst`,
    )
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeTenant(file, db, tenant, { at: exportedAt })
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw new AppError('internal', `The tenant was not deleted, because its file ${file} could not be written.`, {
        cause,
      })
    }
    return file
  },
})
