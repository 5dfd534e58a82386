import { z } from 'zod'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineEndpoint, defineRead } from '../kit/endpoint.ts'
import { moment, objectReference } from '../kit/fields.ts'
import { notices } from '../kit/notices.ts'
import type { Resource } from '../kit/resource.ts'

// Differences between the console's database and the Web API, for kinds that both store (decision D24).

const difference = z.object({
  /** The id of the object in the Web API. */
  apiid: z.string(),
  name: z.string(),
  /** The stores that have the object. If both have it, their contents differ. */
  in: z.enum(['console', 'web-api', 'both']),
})

/** An object of the Web API that is not in the format of its kind. */
const unreadable = z.object({ id: z.string(), name: z.string(), problem: z.string() })

/** A write to both stores that has not ended. */
const openWrite = z.object({
  name: z.string(),
  action: z.enum(['add', 'change', 'delete']),
  actor: z.string(),
  since: moment(),
  /** The reason why the last attempt to recover the object failed; empty if there was none. */
  reason: z.string(),
})

const kindDifferences = z.object({
  kind: z.string(),
  /** The number of objects in each store; null if the Web API could not be read. */
  inConsole: z.int(),
  inWebApi: z.int().nullable(),
  /** The reason why the Web API could not be read; empty if it could. */
  failure: z.string(),
  differences: z.array(difference),
  unreadable: z.array(unreadable),
  openWrites: z.array(openWrite),
})

export type StoreDifference = z.output<typeof difference>
export type KindDifferences = z.output<typeof kindDifferences>

export const storeDifferences = defineRead({
  path: `${internalApi}/differences`,
  summary: 'List the differences between the console and the Web API, by kind',
  deployments: tenantOnly,
  userKeys: 'accepted',
  caller: 'superuser',
  answer: z.array(kindDifferences),
})

const document = z.record(z.string(), z.unknown()).nullable()
const byId = z.strictObject({ apiid: z.uuid() })

/**
 * The endpoints for the differences of one kind. A write has to repeat the tag of `read`, which identifies the states of the
 * object in both stores.
 */
export function differenceEndpoints({ path, label: { one: singular } }: Pick<Resource, 'path' | 'label'>) {
  const address = `${internalApi}/differences/${path}` as const
  const shared = { deployments: tenantOnly, userKeys: 'accepted', caller: 'superuser' } as const
  const write = {
    ...shared,
    method: 'POST',
    precondition: 'version',
    query: writeQuery,
    success: 200,
    answer: notices,
  } as const
  return {
    read: defineRead({
      ...shared,
      path: `${address}/:key`,
      summary: `Read a ${singular} from both stores`,
      params: keyParams,
      /** Null in a store that does not have it. */
      answer: z.object({ console: document, webApi: document }),
    }),
    adopt: defineEndpoint({
      ...write,
      path: `${address}/adopt`,
      summary: `Store a ${singular} as the Web API has it`,
      /** An object that the console does not have needs a group. */
      body: byId.extend({ groupname: objectReference(80).optional() }),
    }),
    send: defineEndpoint({
      ...write,
      path: `${address}/send`,
      summary: `Send a ${singular} to the Web API as the console has it`,
      body: byId,
    }),
    discard: defineEndpoint({
      ...write,
      path: `${address}/discard`,
      summary: `Delete a ${singular} that only the Web API has`,
      body: byId,
    }),
  }
}
