import { type ServiceTypeDocument, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { type WebApiServiceType, webApiServiceType } from '@quatrain/contract/web-api/service-types.ts'
import { z } from 'zod'
import { hasTypes } from '#clients/web-api/service-type-list.ts'
import { closeIntent, type Hold } from '#kit/intents/intents.ts'
import type { Recover } from '#kit/intents/recovery.ts'
import { notAsConfirmed } from '#kit/two-stores/remote-objects.ts'
import type { Context } from '#request/context/context.ts'
import { listWith, ownTypesBefore, ownTypesIn } from './service-type-list.ts'

type List = readonly WebApiServiceType[]

/** What recovery needs: the list before the write, and the service types of the console after it. */
const memo = z.object({
  before: z.array(webApiServiceType),
  /** Earlier versions of the console did not store it. */
  after: z.array(serviceTypes.document).optional(),
})

interface ListMemo {
  readonly before: List
  readonly after?: readonly ServiceTypeDocument[] | undefined
}

/** Undoes an interrupted write: the Web API gets the list as it was before. */
export const recoverServiceTypes: Recover = async (ctx, intent, hold) => {
  await restoreList(ctx, memo.parse(intent.memo), hold)
  await closeIntent(ctx, intent)
}

/**
 * Puts the service types of the console back as they were before a write. Those of the topology stay as a connector has
 * written them since; if the list was deleted, they come back too. It is written even if it is as before: a late call of the write then
 * finds another entity tag than it expects.
 */
export async function restoreList({ webApi }: Context, { before, after }: ListMemo, hold: Hold): Promise<void> {
  const { serviceTypes } = webApi
  const now = await serviceTypes.read()
  const restored = isDeleted(now.types, before)
    ? before.map(({ date: _, ...type }) => type)
    : listWith(now.types, after ? ownTypesBefore(now.types, { before, after }) : ownTypesIn(before))
  await hold()
  await serviceTypes.replace(restored, now)
  if (!hasTypes((await serviceTypes.read()).types, restored)) throw notAsConfirmed()
}

/** Whether the list was deleted: then the list of an earlier day is in force, or none. */
const isDeleted = (now: List, before: List): boolean => dayOf(now) < dayOf(before)

const dayOf = ([first]: List): string => first?.date ?? ''
