import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import type { Recover } from '#kit/intents/recovery.ts'
import { type Kinds, type Recovery, registeredKind } from './kinds.ts'

interface Options {
  /** The kind of the intents: that of the resource for its writes to both stores, another one for deliveries. */
  readonly intent?: string
  readonly recipient?: Recovery['recipient']
}

/** Registers how interrupted writes of a kind, or deliveries about its objects, are completed or undone. */
export function registerRecovery(
  app: FastifyInstance,
  resource: Resource,
  recover: Recover,
  { intent = resource.kind, recipient = 'Web API' }: Options = {},
): void {
  registeredKind(app, resource).recoveries.set(intent, { recover, recipient })
}

/** The recovery for intents of this kind; undefined if no kind has registered one. */
export const registeredRecovery = (kinds: Kinds, intent: string): Recovery | undefined =>
  [...kinds.values()].flatMap(({ recoveries }) => recoveries.get(intent) ?? [])[0]
