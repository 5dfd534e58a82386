import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { clientAddressOf } from '#request/addresses/client-address.ts'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** Failed attempts count for this long. */
const windowMinutes = 5
/** Attempts from one address as one account. */
export const maxPerPair = 5
/** Attempts from the network of an address, and as one account from all addresses: more than that are not typing errors. */
const maxPerNetwork = 60
const maxPerAccount = 100

/** The user who tries, and the address. `username` is that of no user for attempts that name none. */
interface Attempt {
  readonly tenantId: number
  readonly username: string
  readonly address: string
  readonly now: Date
}

/** An attempt from the address of the request. */
export const attemptOf = ({ tenant, origin, now }: Context, username: string): Attempt => ({
  tenantId: tenant.id,
  username,
  address: origin.address,
  now: now(),
})

/** The attempts of one network as users of one tenant that this process is judging. */
interface Gate {
  /** The number of attempts that run or wait to be admitted: the gate is kept as long as there is one. */
  present: number
  running: number
  readonly ofPair: Map<string, number>
  /** Attempts wait here for their turn to be admitted. */
  turn: Promise<unknown>
  readonly ends: (() => void)[]
}

const gates = new Map<string, Gate>()

const recentOf = ({ username, address, now }: Attempt) => {
  const since = new Date(now.getTime() - windowMinutes * 60_000)
  const { host, network } = clientAddressOf(address)
  return sql`
    select count(*) filter (where username = ${username} and address = ${host})::integer as of_pair,
      count(*) filter (where network = ${network})::integer as of_network,
      count(*) filter (where username = ${username})::integer as of_account
    from login_failures
    where (username = ${username} or network = ${network}) and failed_at > ${since}::timestamptz`
}

/** Whether the failures of `recent` permit another attempt, besides those that are running. */
const isPermitted = ({ username, address }: Attempt, running = { ofPair: 0, ofNetwork: 0 }) => sql`
  (of_pair + ${running.ofPair}::integer < ${maxPerPair} and (
    of_network + ${running.ofNetwork}::integer < ${maxPerNetwork} and of_account < ${maxPerAccount}
    or exists (
      select from sign_in_addresses as known
      join users on users.tenant_id = known.tenant_id and users.id = known.user_id
      where users.username = ${username} and known.address = ${clientAddressOf(address).host})))`

const tooMany = () =>
  new AppError('too_many_attempts', `Too many attempts to log in. Try again in ${windowMinutes} minutes.`)

/**
 * Tries credentials with `work`, whose result is undefined for wrong ones, and counts failed attempts only: parallel attempts with
 * the right password all succeed. Throws `too_many_attempts`, for unknown accounts too; such an attempt does not count. At an
 * address from which the account has logged in before, only the attempts from there count, so nobody can lock it out from
 * elsewhere. Guessing in parallel gives no more guesses: attempts that could exceed a limit wait for the others, and when they
 * end they are judged one after the other, those of other processes too.
 */
export async function attempted<Result>(
  db: Db,
  attempt: Attempt,
  work: () => Promise<Result | undefined>,
): Promise<{ readonly result: Result } | { readonly failures: number }> {
  const { host, network } = clientAddressOf(attempt.address)
  const name = `${attempt.tenantId} ${network}`
  const gate = gates.get(name) ?? { present: 0, running: 0, ofPair: new Map(), turn: Promise.resolve(), ends: [] }
  gates.set(name, gate)
  const pair = JSON.stringify([host, attempt.username])
  const count = (by: 1 | -1) => {
    gate.running += by
    gate.ofPair.set(pair, (gate.ofPair.get(pair) ?? 0) + by)
    if (gate.ofPair.get(pair) === 0) gate.ofPair.delete(pair)
  }
  gate.present += 1
  const leave = () => {
    gate.present -= 1
    if (gate.present === 0) gates.delete(name)
  }
  const admission = gate.turn.then(() => admitted(db, attempt, gate, pair).then(() => count(1)))
  gate.turn = admission.catch(() => undefined)
  await admission.catch((error: unknown) => {
    leave()
    throw error
  })
  try {
    const result = await work()
    const failures = await judged(db, attempt, result === undefined)
    if (failures === undefined) throw tooMany()
    return result === undefined ? { failures } : { result }
  } finally {
    count(-1)
    leave()
    for (const end of gate.ends.splice(0)) end()
  }
}

/** Waits until this attempt cannot exceed a limit, whatever becomes of those that are running. */
async function admitted(db: Db, attempt: Attempt, gate: Gate, pair: string): Promise<void> {
  for (;;) {
    const running = { ofPair: gate.ofPair.get(pair) ?? 0, ofNetwork: gate.running }
    const { rows } = await sql<{ isPermitted: boolean; isNext: boolean }>`
      select ${isPermitted(attempt)} as "isPermitted", ${isPermitted(attempt, running)} as "isNext"
      from (${recentOf(attempt)}) as recent`.execute(db)
    if (!rows[0]?.isPermitted) throw tooMany()
    if (rows[0].isNext) return
    if (gate.running > 0) await new Promise<void>((resolve) => gate.ends.push(resolve))
  }
}

/** The number of failures with this one; undefined if there are too many, so that the attempt is refused even if it was right. */
const judged = (db: Db, attempt: Attempt, hasFailed: boolean): Promise<number | undefined> =>
  db.transaction().execute(async (db) => {
    // Concurrent attempts would not count each other.
    await sql`select pg_advisory_xact_lock(hashtext('login'), current_tenant())`.execute(db)
    const { host, network } = clientAddressOf(attempt.address)
    const { rows } = await sql<{ failures: number }>`
      with recent as (${recentOf(attempt)}), permitted as (
        select of_pair from recent where ${isPermitted(attempt)}
      ), added as (
        insert into login_failures (username, address, network, failed_at)
        select ${attempt.username}, ${host}, ${network}, ${attempt.now}::timestamptz
        from permitted where ${hasFailed}::boolean
      )
      select of_pair + 1 as failures from permitted`.execute(db)
    return rows[0]?.failures
  })

/** Removes the failed attempts of a user who has logged in. */
export const forgiveAttempts = (db: Db, username: string, address: string) =>
  db
    .deleteFrom('login_failures')
    .where('username', '=', username)
    .where('address', '=', clientAddressOf(address).host)
    .execute()
