import { setTimeout } from 'node:timers/promises'
import type { Database } from '@quatrain/platform/database/database.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { type Db, type Tenant, tenancyOf } from './tenancy.ts'

/** The ways in which a read that a standby could serve was served: there, or by the primary because of lag or of a failure. */
export const standbyResults = ['standby', 'lag', 'failure'] as const
export type StandbyResult = (typeof standbyResults)[number]

/** A read that a standby can serve if it has the same state as the primary. */
export interface RepeatableRead<T> {
  /** Whether this is the state that the primary had when the request began. */
  isCurrent(db: Db): Promise<boolean>
  read(db: Db): Promise<T>
}

/** A server that follows the primary, for reads that can be repeated there. */
export interface Standby {
  readonly database: Database
  /**
   * What the standby has read, which is exactly the state that `isCurrent` compares. Undefined if it lags or fails: then
   * the primary has to be read. Throws the refusals of `read`.
   */
  attempt<T>(tenant: Tenant, read: RepeatableRead<T>): Promise<{ readonly answer: T } | undefined>
  /** How many reads had which result since the start. */
  readonly results: Readonly<Record<StandbyResult, number>>
}

interface Log {
  info(text: string): void
  warn(error: unknown, text: string): void
}

/** Milliseconds for which a request waits to learn whether the standby is current. */
const usuallyAskedFor = 1_000
/** Milliseconds for which a standby that has failed is not asked. */
const pausedFor = 5_000

/**
 * The standby that `database` reaches. After a failure no request waits for it: from time to time one of them starts an
 * attempt to reach it beside its own work, and when that succeeds the standby is used again.
 */
export function standbyOf(database: Database, now: () => Date, log: Log, askedFor = usuallyAskedFor): Standby {
  const tenancy = tenancyOf(database, now)
  const results: Record<StandbyResult, number> = { standby: 0, lag: 0, failure: 0 }
  /** When it failed, or was last tried after that. */
  let failedAt: number | undefined
  const fail = (error: unknown) => {
    if (failedAt === undefined) log.warn(error, 'standby not used')
    failedAt = now().getTime()
  }
  const tryAgain = async () => {
    failedAt = now().getTime()
    try {
      await database.ping()
      failedAt = undefined
      log.info('standby used again')
    } catch (error) {
      fail(error)
    }
  }
  const read = async <T>(db: Db, { isCurrent, read }: RepeatableRead<T>) => {
    if (!(await inTime(isCurrent(db), askedFor))) return undefined
    const answer = await read(db)
    // The standby may have shown a commit that the primary does not show yet.
    return (await inTime(isCurrent(db), askedFor)) ? { answer } : undefined
  }
  return {
    database,
    results,
    async attempt(tenant, work) {
      if (failedAt !== undefined) {
        if (now().getTime() - failedAt >= pausedFor) void tryAgain()
        results.failure += 1
        return undefined
      }
      try {
        const result = await read(tenancy.of(tenant), work)
        results[result ? 'standby' : 'lag'] += 1
        return result
      } catch (error) {
        // The caller's fault, wherever it is read.
        if (error instanceof AppError) throw error
        fail(error)
        results.failure += 1
        return undefined
      }
    },
  }
}

/** Throws if there is no answer in time. */
async function inTime<T>(answer: Promise<T>, askedFor: number): Promise<T> {
  const attemptEnd = new AbortController()
  const late = setTimeout(askedFor, undefined, { signal: attemptEnd.signal }).then(() => {
    throw new Error(`The standby has not answered for ${askedFor} ms.`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    attemptEnd.abort()
    late.catch(() => {})
  }
}
