import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { can } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Recover } from '#kit/intents/recovery.ts'
import type { Reconciliation } from '#kit/owned/owned-differences.ts'
import type { OutsideList } from '#kit/references/compared-lists.ts'
import type { Context } from '#request/context/context.ts'

/** The names of all operations. Those after `restore` write many objects at once. */
export const operationNames = [
  'add',
  'change',
  'remove',
  // The operations that remove a difference between the two stores.
  'adopt',
  'send',
  'discard',
  'restore',
  'addMany',
  'changeMany',
  'removeMany',
  'import',
  'move',
  'merge',
  'replaceAll',
  'rotate',
] as const

export type OperationName = (typeof operationNames)[number]

/** A write to objects of one kind. */
export interface Operation {
  /** Declares who may perform it, in which deployments, and the precondition. */
  readonly endpoint: Endpoint
  /** Reads the input from JSON, and returns the write. Throws `invalid_input` with the fields that the schema refuses. */
  readonly read: (json: unknown) => (ctx: Context) => Promise<unknown>
}

/** How interrupted writes, or deliveries, are completed or undone, and who receives them. */
export interface Recovery {
  readonly recover: Recover
  readonly recipient: 'Web API' | 'submitter'
}

/** A kind of object: labels, path, document, comparison and access rules in its resource, and what can be done with it. */
export interface Kind {
  readonly resource: Resource
  readonly operations: Map<OperationName, Operation>
  /** Reads the list of its objects. Absent if there is none. */
  list?: (ctx: Context) => Promise<readonly object[]>
  /** Reads an object by its key for reads. Throws `not_found`. Absent if objects are not changed one by one. */
  get?: (ctx: Context, key: string) => Promise<object>
  /** The recoveries by the kind of their intents. */
  readonly recoveries: Map<string, Recovery>
  /** The lists of the Web API that dry runs compare its objects with. */
  readonly outside: OutsideList[]
  /** Absent if only one store has its objects. */
  reconciliation?: Reconciliation
}

/** The field of the write that replaces the whole list of a kind, such as `ports`; undefined if there is no such write. */
export function fieldOfList({ operations }: Kind): string | undefined {
  const body = operations.get('replaceAll')?.endpoint.body
  return body instanceof z.ZodObject ? Object.keys(body.shape)[0] : undefined
}

/** All kinds by their names in the activity log and in histories. */
export type Kinds = ReadonlyMap<string, Kind>

declare module 'fastify' {
  interface FastifyInstance {
    readonly kinds: Map<string, Kind>
  }
}

/** The names of the kinds whose objects this caller may see; with the key of a user only those that such keys are accepted for. */
export const visibleKinds = (kinds: Kinds, { caller, userKey }: Pick<Context, 'caller' | 'userKey'>): string[] =>
  [...kinds.values()].flatMap(({ resource }) =>
    can(caller, 'view', resource) && (!userKey || resource.userKeys === 'accepted') ? [resource.kind] : [],
  )

/** Those of them whose objects users of this console write; the catalogue writes the others. */
export const writtenKinds = (kinds: Kinds, asking: Pick<Context, 'caller' | 'userKey'>): string[] =>
  visibleKinds(kinds, asking).filter((kind) => {
    const { write = 'nobody' } = kinds.get(kind)?.resource.access[asking.caller.deployment] ?? {}
    return write !== 'nobody'
  })

/** Adds the registry of kinds, `app.kinds`. */
export function listKinds(app: FastifyInstance): void {
  app.decorate('kinds', new Map<string, Kind>())
}

/** The registered kind of this resource; registers it if it is not yet there. */
export function registeredKind(app: FastifyInstance, resource: Resource): Kind {
  const registeredKind = app.kinds.get(resource.kind)
  if (registeredKind) return registeredKind
  const kind: Kind = { resource, operations: new Map(), recoveries: new Map(), outside: [] }
  app.kinds.set(resource.kind, kind)
  return kind
}

interface RecoveryOptions {
  /** The kind of the intents: that of the resource for its writes to both stores, another one for deliveries. */
  readonly intent?: string
  readonly recipient?: Recovery['recipient']
}

/** Registers how interrupted writes of a kind, or deliveries about its objects, are completed or undone. */
export function registerRecovery(
  app: FastifyInstance,
  resource: Resource,
  recover: Recover,
  { intent = resource.kind, recipient = 'Web API' }: RecoveryOptions = {},
): void {
  registeredKind(app, resource).recoveries.set(intent, { recover, recipient })
}

/** The recovery for intents of this kind; undefined if no kind has registered one. */
export const registeredRecovery = (kinds: Kinds, intent: string): Recovery | undefined =>
  [...kinds.values()].flatMap(({ recoveries }) => recoveries.get(intent) ?? [])[0]
