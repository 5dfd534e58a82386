import type {
  CandidateStatus,
  ProbeCandidate,
  ProbeCandidateDocument,
} from '@quatrain/contract/resources/probe-candidate.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { Submission } from './submission.ts'

export type StoredCandidate = ProbeCandidate & { readonly rowVersion: number }

const columns = [
  'id',
  'row_version as rowVersion',
  'name',
  'description',
  'docurl',
  'rpm',
  'yum_baseurl',
  'script',
  'command',
  'contact',
  'status',
  'service_type',
  'devel_url',
  'production_url',
  'rejection_reason',
  'created',
  'last_update',
  'mailed',
] as const

type Row = Omit<StoredCandidate, 'created' | 'last_update'> & { readonly created: Date; readonly last_update: Date }

const storedOf = ({ created, last_update, ...row }: Row): StoredCandidate => ({
  ...row,
  created: created.toISOString(),
  last_update: last_update.toISOString(),
})

/** Selects candidates by name; those with the same name follow in the order of submission. */
const candidates = (db: Db) => db.selectFrom('probe_candidates').select(columns).orderBy('name').orderBy('id')

export const findAll = async (db: Db): Promise<StoredCandidate[]> => (await candidates(db).execute()).map(storedOf)

/** Undefined if there is none with this id. */
export async function findIfThere(db: Db, id: number): Promise<StoredCandidate | undefined> {
  const row = await candidates(db).where('id', '=', id).executeTakeFirst()
  return row && storedOf(row)
}

export const find = async (db: Db, id: number): Promise<StoredCandidate> =>
  (await findIfThere(db, id)) ?? throwNotFound('Probe candidate not found')

/** Locks the candidate until the transaction ends. Throws `not_found`. */
export async function findForUpdate(db: Db, id: number, detail: string): Promise<StoredCandidate> {
  const row = await candidates(db).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? storedOf(row) : throwNotFound(detail)
}

const throwNotFound = (detail: string): never => {
  throw new AppError('not_found', detail)
}

export async function insert(db: Db, submission: Submission, now: Date): Promise<StoredCandidate> {
  const values = { ...submission, created: now, last_update: now }
  return storedOf(await db.insertInto('probe_candidates').values(values).returning(columns).executeTakeFirstOrThrow())
}

/** Writes a candidate that is locked. */
export async function update(
  db: Db,
  { id, rowVersion }: { readonly id: number; readonly rowVersion: number },
  values: Omit<ProbeCandidateDocument, 'contact'>,
  now: Date,
): Promise<StoredCandidate> {
  const changed = await db
    .updateTable('probe_candidates')
    .set({ ...values, last_update: now, row_version: rowVersion + 1 })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return storedOf(changed)
}

/** Users who have opened the candidate are not affected, so its row version is kept. */
export const markMailed = (db: Db, id: number, status: CandidateStatus) =>
  db
    .updateTable('probe_candidates')
    .set({ mailed: sql`array_append(mailed, ${status}::text)` })
    .where('id', '=', id)
    .where(sql<boolean>`${status}::text <> all (mailed)`)
    .execute()

export const remove = (db: Db, { id }: { readonly id: number }) =>
  db.deleteFrom('probe_candidates').where('id', '=', id).execute()
