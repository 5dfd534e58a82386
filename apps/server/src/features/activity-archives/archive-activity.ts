import { copySettings } from '@quatrain/platform/backup/snapshot.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { readSentToAll, type SentToAll } from '#features/audit-export/audit-export.reads.ts'
import { tenancyOf } from '#request/tenancy/tenancy.ts'
import { type ArchiveOptions, archiveNext, type NewArchive, ownerIn } from './archive-next.ts'
import {
  collectVersions,
  findLoggedTenants,
  nextRange,
  type Range,
  reuseSpace,
  sizeOfRange,
} from './archives.repository.ts'

interface Tenant {
  readonly id: number
  /** Empty for a deleted one. */
  readonly name: string
}

/** What becomes known while the logs are archived. */
export interface Progress {
  archived(tenant: Tenant, archive: NewArchive): void
  /** Old rows after `number` stay, because a receiver of the export does not have them. */
  waiting(tenant: Tenant, cursor: SentToAll): void
}

export interface Options extends ArchiveOptions {
  /** Receivers of the export that the settings name. */
  readonly receivers: readonly string[]
}

/**
 * Archives the old rows of all tenants, also of deleted ones, file by file, each in its own transaction; `database` is opened
 * as the owner of the tables. Throws what `archiveNext` throws; what was archived before stays so.
 */
export async function archiveActivity(database: Database, options: Options, progress: Progress): Promise<void> {
  let isArchived = false
  try {
    for (const { tenant, sent } of await tenantsOf(database, options)) {
      const rangeLimits = { ...tenant, atMost: sent?.number ?? everyNumber }
      for (let archive = await archiveNext(database, rangeLimits, options); archive; ) {
        isArchived = true
        progress.archived(tenant, archive)
        archive = await archiveNext(database, rangeLimits, options)
      }
      if (sent && (await rangeOf(database, tenant, options.before))) progress.waiting(tenant, sent)
    }
  } finally {
    if (isArchived) await reuseSpace(database)
  }
}

/** What would be archived of a tenant. */
export interface DueRows extends Tenant {
  readonly rows: number
  readonly versions: number
  /** The number of bytes as the rows are stored. */
  readonly bytes: number
  /** The receiver of the export that does not have further old rows. */
  readonly waitsFor: string | undefined
}

/** What `archiveActivity` would archive now, of each tenant with old rows. Writes nothing. */
export async function findDueRows(
  database: Database,
  options: Pick<Options, 'before' | 'now' | 'receivers'>,
): Promise<DueRows[]> {
  const due: DueRows[] = []
  for (const { tenant, sent } of await tenantsOf(database, options)) {
    const all = await rangeOf(database, tenant, options.before)
    if (!all) continue
    const lastNumber = Math.min(all.lastNumber, sent?.number ?? everyNumber)
    const waitsFor = lastNumber < all.lastNumber ? sent?.receiver : undefined
    const size = lastNumber < all.firstNumber ? emptyTotals : await sizeOf(database, { ...all, lastNumber })
    due.push({ ...tenant, ...size, waitsFor })
  }
  return due
}

const emptyTotals = { rows: 0, versions: 0, bytes: 0 }

const everyNumber = 2 ** 31 - 1

async function tenantsOf(database: Database, { now, receivers }: Pick<Options, 'now' | 'receivers'>) {
  const { everyTenant } = tenancyOf(database, now)
  const sentByTenant = new Map((await readSentToAll(everyTenant, receivers)).map((each) => [each.tenantId, each]))
  return (await findLoggedTenants(everyTenant)).map((tenant) => ({ tenant, sent: sentByTenant.get(tenant.id) }))
}

/** All old rows of a tenant, of any number of months. */
async function rangeOf(database: Database, { id: tenantId }: Tenant, end: Date): Promise<Range | undefined> {
  return nextRange(ownerIn(database), {
    tenantId,
    before: end,
    atMost: everyNumber,
    maxRows: everyNumber,
    ofOneMonth: false,
  })
}

/** The table of collected versions is dropped with the transaction. */
const sizeOf = (database: Database, range: Range) =>
  database.inOneTransaction(`begin; ${copySettings}`, async (transaction) => {
    const owner = ownerIn(transaction)
    await collectVersions(owner, range)
    return sizeOfRange(owner, range)
  })
