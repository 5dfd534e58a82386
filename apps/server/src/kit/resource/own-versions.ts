import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import { serveList } from '#kit/http/serve-list.ts'
import { recordedVersions } from '#kit/versions/recorded-versions.ts'
import { inPages } from '#kit/versions/version-stream.ts'
import type { Context } from '#request/context.ts'
import { type FindVersions, servePublishedVersions, serveVersions } from './serve-versions.ts'

/** How a resource reads the versions that it keeps itself, because other objects refer to them. */
export interface OwnVersions {
  /** Those of the object that has or had this name; nothing when there is no such object. */
  readonly of: FindVersions
  /** Those of all objects, page by page. */
  readonly all: (ctx: Context) => AsyncGenerator<readonly unknown[]>
}

/** Registers where versions are read that a resource keeps itself, for everybody when it publishes them. */
export function serveOwnVersions(app: FastifyInstance, resource: Resource, versions: OwnVersions) {
  const { allVersions, publicAllVersions } = resourceEndpoints(resource)
  // Those of an object that was deleted have gone to where the recorder keeps the others.
  const own: FindVersions = async (ctx, name) =>
    (await versions.of(ctx, name)) ?? (await recordedVersions(ctx.db, resource, name))
  serveVersions(app, resource, own)
  serveList(app, allVersions, (ctx) => inPages(allVersions, versions.all(ctx)))
  if (!resource.published?.document) return
  // What has been deleted is published no more.
  servePublishedVersions(app, resource, versions.of)
  serveList(app, publicAllVersions, (ctx) => inPages(publicAllVersions, versions.all(ctx)))
}
