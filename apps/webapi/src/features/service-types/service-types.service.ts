import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import { matches } from '#kit/etags.ts'
import type { Context } from '#kit/operation.ts'
import { invalidContent, nothingFound, preconditionFailed, topologyTaken } from '#kit/refusals.ts'
import type { Db } from '#kit/tenancy.ts'
import { problemsOfServiceTypes } from './service-type-rules.ts'
import * as repository from './service-types.repository.ts'

type Input = readonly WebApiServiceTypeInput[]

/** A write of one day's list. */
export interface Write {
  readonly day: string
  readonly ifMatch: string | undefined
}

/** The entity tag of a list; no two states of a tenant's lists have the same one. */
export const tagOfList = ({ day, changes }: Pick<repository.ServiceTypeList, 'day' | 'changes'>): string =>
  `"${day}.${changes}"`

/** The list in force on a day. One that was written empty is there, and empty. */
export async function findServiceTypes({ db }: Context, day: string): Promise<repository.ServiceTypeList> {
  const found = await repository.findInForce(db, day)
  if (!found) throw nothingFound()
  return found
}

/** The lists in force on a day in the tenants that feed this one; where one of them has none, nothing. */
export const findFedTypes = ({ db }: Context, day: string) => repository.findFed(db, day)

/** Writes the list of a day that has none. `read` gives it, or throws: a day that is taken is told before a bad body. */
export const addServiceTypes = (ctx: Context, write: Write, read: () => Input) =>
  inTurn(ctx, write, async (db, inForce) => {
    if (inForce?.day === write.day) {
      const problem = `Topology list of service types already exists for date: ${write.day}`
      throw topologyTaken(`${problem}, please either update it or delete it first!`)
    }
    const types = read()
    assertSeen(write, inForce)
    return store(ctx, db, write.day, types)
  })

/** Writes the list of a day, whether it has one or not; no reader ever sees the day without it. */
export const changeServiceTypes = (ctx: Context, write: Write, types: Input) =>
  inTurn(ctx, write, (db, inForce) => {
    assertSeen(write, inForce)
    return store(ctx, db, write.day, types)
  })

/** Takes the list of exactly this day away, so that the one before is in force again. Answers with what it was. */
export const deleteServiceTypes = (ctx: Context, write: Write) =>
  inTurn(ctx, write, async (db, inForce) => {
    if (inForce?.day !== write.day) throw nothingFound()
    assertSeen(write, inForce)
    await repository.insertVersion(db, { day: write.day, at: ctx.now, by: ctx.caller })
    return inForce
  })

/** Runs `work` in one transaction, after the tenant's other writers, on the list that is in force by then. */
const inTurn = <T>(
  { db }: Context,
  { day }: Write,
  work: (db: Db, inForce: repository.ServiceTypeList | undefined) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (db) => {
    await repository.takeTurns(db)
    return work(db, await repository.findInForce(db, day))
  })

async function store(ctx: Context, db: Db, day: string, given: Input): Promise<repository.ServiceTypeList> {
  const problems = problemsOfServiceTypes(given)
  if (problems.length > 0) throw invalidContent(problems)
  const types = given.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const changes = await repository.insertVersion(db, { day, types, at: ctx.now, by: ctx.caller })
  return { day, changes, types }
}

function assertSeen({ ifMatch }: Write, inForce: repository.ServiceTypeList | undefined): void {
  if (ifMatch === undefined || (inForce && matches(ifMatch, tagOfList(inForce)))) return
  throw preconditionFailed('the list in force on that day is not the one named by If-Match')
}
