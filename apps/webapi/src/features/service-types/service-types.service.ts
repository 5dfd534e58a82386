import { mergedByName } from '@quatrain/contract/web-api/merged-service-types.ts'
import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import type { DayWrite } from '#kit/day-list-writes.ts'
import { dayLists, insertListVersion } from '#kit/day-lists.ts'
import type { Context } from '#kit/endpoint.ts'
import { assertListSeen, tagOf } from '#kit/etags.ts'
import { assertNone, nothingFound, topologyTaken } from '#kit/refusals.ts'
import { type Db, inWriteTransaction } from '#kit/tenancy.ts'
import { problemsOfServiceTypes, type ServiceTypeSent } from './service-type-body.ts'
import * as repository from './service-types.repository.ts'

type SentTypes = readonly ServiceTypeSent[]
type List = repository.ServiceTypeList

/** The entity tag of a list, unique among all states of all tenants' lists. */
export const tagOfServiceTypes = ({ caller }: Context, { day, changes }: List): string =>
  tagOf(`${caller.tenant}.${day}`, changes)

/**
 * The list that is in force on a day, with its service types as JSON. A list that was written empty exists and is
 * empty.
 */
export async function findServiceTypes({ db }: Context, day: string) {
  const writtenList = await repository.findWritten(db, day)
  if (!writtenList) throw nothingFound()
  return writtenList
}

/**
 * The service types that are in force on a day here and in the tenants that feed this one, as JSON. Throws if none has
 * a list.
 */
export async function findCombinedTypes({ db }: Context, day: string): Promise<string> {
  const own = await repository.findWritten(db, day)
  const fed = await repository.findFed(db, day)
  if (!own && fed === undefined) throw nothingFound()
  return [own?.types, fed].filter(Boolean).join(',')
}

/**
 * Writes the list of a day without one. An invalid list is refused before an existing one is reported: clients delete
 * the existing list to write this one.
 */
export async function addServiceTypes(ctx: Context, write: DayWrite, types: SentTypes): Promise<List> {
  assertNone(problemsOfServiceTypes(types))
  return onInForce(ctx, write, async (db, inForce) => {
    if (inForce?.day === write.day) {
      const problem = `Topology list of service types already exists for date: ${write.day}`
      throw topologyTaken(`${problem}, please either update it or delete it first!`)
    }
    assertInForce(ctx, write, inForce)
    return store(ctx, db, write.day, types)
  })
}

/** Writes the list of a day, whether it has one or not; readers never see the day without a list. */
export const changeServiceTypes = (ctx: Context, write: DayWrite, types: SentTypes) =>
  onInForce(ctx, write, (db, inForce) => {
    assertInForce(ctx, write, inForce)
    assertNone(problemsOfServiceTypes(types))
    return store(ctx, db, write.day, types)
  })

/** Deletes the list of exactly this day, so that the one before is in force again. Returns the deleted list. */
export const deleteServiceTypes = (ctx: Context, write: DayWrite) =>
  onInForce(ctx, write, async (db, inForce) => {
    if (inForce?.day !== write.day) throw nothingFound()
    assertInForce(ctx, write, inForce)
    await insertListVersion(db, dayLists.serviceTypes, { day: write.day, at: ctx.now, by: ctx.caller })
    return inForce
  })

/** Runs `work` in one transaction, with the list that is in force after the tenant's other writers have finished. */
const onInForce = <T>({ db }: Context, { day }: DayWrite, work: (db: Db, inForce: List | undefined) => Promise<T>) =>
  inWriteTransaction(db, async (db) => work(db, await repository.findInForce(db, day)))

async function store(ctx: Context, db: Db, day: string, input: SentTypes): Promise<List> {
  const entries = await titled(db, day, mergedByName(input))
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  const changes = await insertListVersion(db, dayLists.serviceTypes, { day, entries, at: ctx.now, by: ctx.caller })
  return { day, changes, size: entries.length }
}

/** A service type without a title keeps its current one: connectors do not know titles. */
async function titled(db: Db, day: string, types: SentTypes): Promise<WebApiServiceTypeInput[]> {
  const storedTitles = types.every(({ title }) => title !== undefined)
    ? undefined
    : await repository.findTitles(db, day)
  return types.map((type) => ({ ...type, title: type.title ?? storedTitles?.get(type.name) ?? '' }))
}

const assertInForce = (ctx: Context, { ifMatch }: DayWrite, inForce: List | undefined) =>
  assertListSeen(ifMatch, inForce && tagOfServiceTypes(ctx, inForce))
