import type { Notices } from '@quatrain/contract/kit/notices.ts'
import {
  type AddInput,
  bySegment,
  type ChangeInput,
  type RecordOf,
  type Resource,
  type RowOf,
  resourceEndpoints,
} from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import type { AlsoFollows } from '#kit/http/revision.ts'
import { register } from '#kit/http/serve.ts'
import { serveList } from '#kit/http/serve-list.ts'
import { registerKind } from '#kit/kinds/kinds.ts'
import { perform, type Write } from '#kit/kinds/write.ts'
import { recordedVersions } from '#kit/versions/recorded-versions.ts'
import type { Context } from '#request/context.ts'
import { type OwnVersions, serveOwnVersions } from './own-versions.ts'
import { type FindVersions, servePublishedVersions, serveVersions } from './serve-versions.ts'

type Stored<T> = T & { readonly id: number; readonly rowVersion: number }
type Saved<R extends Resource> = Stored<RecordOf<R>> & Notices

/** What a resource can do. An operation that is not given has no route. */
export interface Operations<R extends Resource> {
  readonly list?: (ctx: Context) => Promise<RowOf<R>[]>
  /** What the list follows from in other tenants, where it does. */
  readonly listAlsoFollows?: AlsoFollows
  readonly get?: (ctx: Context, key: string) => Promise<Stored<RecordOf<R>>>
  readonly add?: (ctx: Context, input: AddInput<R>) => Promise<Saved<R>>
  readonly change?: (ctx: Context, input: ChangeInput<R>) => Promise<Saved<R>>
  readonly remove?: (ctx: Context, key: string) => Promise<Notices>
  /** Of a resource that keeps its versions itself; those of the others are where the recorder writes them. */
  readonly versions?: OwnVersions
}

/** Registers the endpoints that a resource implies; the public twins for what it publishes. */
export function serveResource<R extends Resource>(app: FastifyInstance, resource: R, operations: Operations<R>) {
  const api = resourceEndpoints(resource)
  const { list, listAlsoFollows, get, add, change, remove, versions } = operations
  const { keyOf } = resource.address ?? bySegment
  const { published } = resource
  if (list) {
    for (const endpoint of published ? [api.list, api.publicList] : [api.list]) {
      serveList(app, endpoint, list, listAlsoFollows)
    }
  }
  if (get) {
    for (const endpoint of published ? [api.get, api.publicGet] : [api.get]) {
      register(app, endpoint, (ctx, { params }) => get(ctx, keyOf(params)))
    }
  }
  registerKind(app, resource, operations)
  const write = (ctx: Context, operation: Write['operation'], input: unknown) =>
    perform(app.kinds, ctx, { kind: resource.kind, operation, input, base: ctx.write.ifMatch })
  if (add) register(app, api.add, (ctx, { body }) => write(ctx, 'add', body))
  if (change) register(app, api.change, (ctx, { body }) => write(ctx, 'change', body))
  if (remove) register(app, api.remove, (ctx, { params }) => write(ctx, 'remove', { key: keyOf(params) }))
  if (versions) return serveOwnVersions(app, resource, versions)
  const recorded: FindVersions = (ctx, key) => recordedVersions(ctx.db, resource, key)
  serveVersions(app, resource, recorded)
  if (!get || !published?.document) return
  servePublishedVersions(app, resource, async (ctx, key) => {
    // What has been deleted is published no more.
    await get(ctx, key)
    return recorded(ctx, key)
  })
}
