import { keyParams, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import type { VersionOf } from '@quatrain/contract/kit/version.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#request/context.ts'
import { findVersions, unknown } from './history.ts'
import { register } from './serve.ts'
import { serveList } from './serve-list.ts'

/** How a resource reads the versions that it keeps itself, because other objects refer to them. */
export interface OwnVersions<R extends Resource> {
  /** Those of the object that has or had this name, newest first; none when there is no such object. */
  readonly of: (ctx: Context, name: string) => Promise<VersionOf<R['document']>[]>
  /** Those of all objects. */
  readonly all: (ctx: Context) => Promise<VersionOf<R['document']>[]>
}

/** Registers where versions are read that a resource keeps itself, for everybody when it publishes them. */
export function serveOwnVersions<R extends Resource>(app: FastifyInstance, resource: R, versions: OwnVersions<R>) {
  const api = resourceEndpoints(resource)
  register(app, api.versions, async (ctx, { params }) => {
    const { key } = keyParams.parse(params)
    const own = await versions.of(ctx, key)
    // Those of an object that was deleted have gone to where the recorder keeps the others.
    return own.length > 0 ? own : findVersions(ctx, resource, key)
  })
  serveList(app, api.allVersions, versions.all, 'catalogue')
  if (!resource.published?.document) return
  register(app, api.publicVersions, async (ctx, { params }) => {
    const own = await versions.of(ctx, keyParams.parse(params).key)
    // What has been deleted is published no more.
    if (own.length === 0) throw unknown(resource)
    return own
  })
  serveList(app, api.publicAllVersions, versions.all, 'catalogue')
}
