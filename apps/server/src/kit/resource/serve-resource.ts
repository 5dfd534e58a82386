import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { optionalText } from '@quatrain/contract/kit/fields.ts'
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
import { z } from 'zod'
import { byRevision } from '#kit/http/if-none-match.ts'
import type { AlsoFollows } from '#kit/http/revision.ts'
import { serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import { registerRestore } from '#kit/kinds/restore.ts'
import { serveOperation, serveWrite } from '#kit/kinds/serve-write.ts'
import type { Context } from '#request/context.ts'
import { serveVersions, type VersionReads, versionsOf } from './serve-versions.ts'

/** With its version: see `Answered`. */
type Stored<T> = T & ({ readonly id: number; readonly rowVersion: number } | { readonly guard: string })
type Saved<R extends Resource> = Stored<RecordOf<R>> & Notices

/** The operations of a resource. A missing operation has no route. */
export interface Operations<R extends Resource> {
  readonly list?: (ctx: Context) => Promise<RowOf<R>[]>
  /** What the list depends on in other tenants, if anything. */
  readonly listAlsoFollows?: AlsoFollows
  readonly get?: (ctx: Context, key: string) => Promise<Stored<RecordOf<R>>>
  readonly add?: (ctx: Context, input: AddInput<R>) => Promise<Saved<R>>
  readonly change?: (ctx: Context, input: ChangeInput<R>) => Promise<Saved<R>>
  readonly remove?: (ctx: Context, key: string) => Promise<Notices>
  /** For a resource that stores its own versions; the recorder stores those of the others. */
  readonly versions?: VersionReads
}

/** Registers the endpoints of a resource, including the public ones for what it publishes. */
export function serveResource<R extends Resource>(app: FastifyInstance, resource: R, operations: Operations<R>) {
  const api: Record<keyof ReturnType<typeof resourceEndpoints>, Endpoint> = resourceEndpoints(resource)
  const { list, listAlsoFollows: also, get, add, change, remove, versions } = operations
  const { keyOf } = resource.address ?? bySegment
  const { published } = resource
  if (list) {
    for (const endpoint of published ? [api.list, api.publicList] : [api.list]) {
      serve(app, endpoint, byRevision(list, { also }))
    }
  }
  if (get) {
    for (const endpoint of published ? [api.get, api.publicGet] : [api.get]) {
      serve(app, endpoint, (ctx, { params }) => get(ctx, keyOf(params)))
    }
  }
  registeredKind(app, resource)
  // The schemas of the endpoints are those of the resource.
  if (add) serveWrite(app, resource, 'add', api.add, (ctx, input) => add(ctx, input as unknown as AddInput<R>))
  if (change) {
    const changed = (ctx: Context, input: unknown) => change(ctx, input as ChangeInput<R>)
    serveWrite(app, resource, 'change', api.change, changed)
    if (get) registerRestore(app, resource, api.change, { get, versions: versionsOf(resource, versions) }, changed)
  }
  if (remove) {
    const run = (ctx: Context, input: unknown) => remove(ctx, keyInput.parse(input).key)
    serveOperation(app, resource, 'remove', { endpoint: api.remove, input: keyInput, run }, ({ params }) => ({
      key: keyOf(params),
    }))
  }
  serveVersions(app, resource, { get, versions })
}

/** Any key that an address can have, which may consist of several segments. */
const keyInput = z.strictObject({ key: optionalText(4096) })
