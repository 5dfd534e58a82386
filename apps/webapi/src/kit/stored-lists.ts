import { type RawBuilder, sql } from 'kysely'
import { inTenant, OperatorError } from './operator.ts'
import type { Db } from './tenancy.ts'

/** A version of the list of a day; `size` is null if the list was deleted. */
export interface StoredList {
  readonly day: string
  readonly number: number
  readonly size: number | null
  readonly at: Date
  readonly by: string
}

/** The number of entries that a day's current list would gain and lose. */
export interface Difference {
  readonly gained: number
  readonly lost: number
}

/** A version of the list of a day. */
export interface VersionOfDay {
  readonly day: string
  readonly number: number
}

/**
 * Storage of lists that are written for a day, of which every version is kept. Its functions run in a transaction of the
 * operator that has entered the tenant. Row security does not apply to a superuser, so the tenant is a condition too.
 */
export interface ListVersions {
  /** The versions by day, then in order of writing; only of one day if it is given. */
  readonly find: (db: Db, tenant: number, day?: string) => Promise<readonly StoredList[]>
  /** How the list of a version differs from the current one of its day. */
  readonly compare: (db: Db, tenant: number, version: VersionOfDay) => Promise<Difference>
  /** Stores the list of a version as a new version. */
  readonly restore: (db: Db, tenant: number, version: VersionOfDay) => Promise<void>
}

/** A version as an operator names it. */
export interface NamedVersion {
  readonly tenant: string
  readonly day: string
  readonly number: string
}

/** Every version of a tenant's lists, or of the list of one day. */
export const findStoredLists = (operator: Db, versions: ListVersions, tenant: string, day?: string) =>
  inTenant(operator, tenant, (db, id) => versions.find(db, id, day))

/** A version of a day's list, and what a restore of it would change. Throws as `restoreList` does. */
export const previewRestore = (
  operator: Db,
  versions: ListVersions,
  version: NamedVersion,
): Promise<StoredList & Difference> =>
  inTenant(operator, version.tenant, async (db, id) => {
    const keptVersion = await findKept(db, id, versions, version)
    return { ...keptVersion, ...(await versions.compare(db, id, keptVersion)) }
  })

/**
 * Makes a version of a day's list the current one again; the versions in between are kept. Throws if it does not exist,
 * or if it is a deletion.
 */
export const restoreList = (operator: Db, versions: ListVersions, version: NamedVersion): Promise<void> =>
  inTenant(operator, version.tenant, async (db, id) =>
    versions.restore(db, id, await findKept(db, id, versions, version)),
  )

async function findKept(db: Db, id: number, versions: ListVersions, { tenant, day, number }: NamedVersion) {
  const keptVersion = (await versions.find(db, id, day)).find((stored) => String(stored.number) === number)
  if (!keptVersion || keptVersion.size === null)
    throw new OperatorError(`The tenant ${tenant} has no version ${number} for ${day}.`)
  return keptVersion
}

/** Whether the column `day` is this day, as the operator wrote it; every day if undefined. */
export const isOnDay = (day: string | undefined): RawBuilder<unknown> =>
  day === undefined ? sql`true` : sql`to_char(day, 'YYYY-MM-DD') = ${day}`

/** A change of a day by an operator, now. */
export const operatorsChange = (day: string) => ({ day, at: new Date(), by: { key: 'operator' } })
