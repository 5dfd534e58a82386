import type { AddInput, ChangeInput, Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#request/context.ts'

/** The operations on the objects of one kind; a missing operation does not exist. */
export interface KindOperations<R extends Resource> {
  readonly add?: (ctx: Context, input: AddInput<R>) => Promise<unknown>
  readonly change?: (ctx: Context, input: ChangeInput<R>) => Promise<unknown>
  readonly remove?: (ctx: Context, key: string) => Promise<unknown>
}

/** Identifies the object to be removed. */
export interface KeyInput {
  readonly key: string
}

type Operation = (ctx: Context, input: unknown) => Promise<unknown>

/** A kind of object on this server. Operations take input that `readWrite` has accepted. */
export interface Kind {
  readonly resource: Resource
  readonly operations: { readonly [Name in keyof KindOperations<Resource>]: Operation }
}

/** All kinds by their names in the activity log and in versions. */
export type Kinds = ReadonlyMap<string, Kind>

declare module 'fastify' {
  interface FastifyInstance {
    readonly kinds: Map<string, Kind>
  }
}

/** From here on `app.kinds` contains every kind that `registerKind` was called for. */
export function listKinds(app: FastifyInstance): void {
  app.decorate('kinds', new Map<string, Kind>())
}

/** Registers a kind for everything that works with all kinds: see `perform`. */
export function registerKind<R extends Resource>(app: FastifyInstance, resource: R, given: KindOperations<R>): void {
  const { add, change, remove } = given
  // The resource's own schemas have validated the input.
  const operations: Kind['operations'] = {
    ...(add && { add: (ctx, input) => add(ctx, input as AddInput<R>) }),
    ...(change && { change: (ctx, input) => change(ctx, input as ChangeInput<R>) }),
    ...(remove && { remove: (ctx, input) => remove(ctx, (input as KeyInput).key) }),
  }
  app.kinds.set(resource.kind, { resource, operations })
}
