import type { AddInput, ChangeInput, Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#request/context.ts'

/** What can be done with the objects of one kind; an operation that is not given does not exist. */
export interface KindOperations<R extends Resource> {
  readonly add?: (ctx: Context, input: AddInput<R>) => Promise<unknown>
  readonly change?: (ctx: Context, input: ChangeInput<R>) => Promise<unknown>
  readonly remove?: (ctx: Context, key: string) => Promise<unknown>
}

/** What names the object to remove. */
export interface KeyInput {
  readonly key: string
}

type Operation = (ctx: Context, input: unknown) => Promise<unknown>

/** A kind of object that this server has. Operations take what `readWrite` has accepted. */
export interface Kind {
  readonly resource: Resource
  readonly operations: { readonly [Name in keyof KindOperations<Resource>]: Operation }
}

/** All kinds, by the word that the activity log and versions have for each. */
export type Kinds = ReadonlyMap<string, Kind>

declare module 'fastify' {
  interface FastifyInstance {
    readonly kinds: Map<string, Kind>
  }
}

/** From here on `app.kinds` has every kind that `registerKind` was called for. */
export function listKinds(app: FastifyInstance): void {
  app.decorate('kinds', new Map<string, Kind>())
}

/** Makes a kind known to whatever works with all of them: see `perform`. */
export function registerKind<R extends Resource>(app: FastifyInstance, resource: R, given: KindOperations<R>): void {
  const { add, change, remove } = given
  // Input has been through the resource's own schemas.
  const operations: Kind['operations'] = {
    ...(add && { add: (ctx, input) => add(ctx, input as AddInput<R>) }),
    ...(change && { change: (ctx, input) => change(ctx, input as ChangeInput<R>) }),
    ...(remove && { remove: (ctx, input) => remove(ctx, (input as KeyInput).key) }),
  }
  app.kinds.set(resource.kind, { resource, operations })
}
