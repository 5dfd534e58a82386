import { bySegment, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { versionsQuery } from '@quatrain/contract/kit/version.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { register } from '#kit/http/serve.ts'
import { unknown } from '#kit/versions/history.ts'
import { headsOf, versionOf } from '#kit/versions/version-reads.ts'
import type { VersionSource } from '#kit/versions/version-source.ts'
import { inPages, pagesOf } from '#kit/versions/version-stream.ts'
import type { Context } from '#request/context.ts'

/** Finds the versions of the object that has or had this name; nothing when there are none. */
export type FindVersions = (ctx: Context, name: string) => Promise<VersionSource | undefined>

type Endpoints = ReturnType<typeof resourceEndpoints>

/** Registers where versions are read: all of them at once, in pages without documents, and one by one. */
export function serveVersions(app: FastifyInstance, resource: Resource, find: FindVersions) {
  const { versions, versionHeads, version } = resourceEndpoints(resource)
  serveFrom(app, resource, { versions, versionHeads, version }, find)
}

/** The same for everybody. */
export function servePublishedVersions(app: FastifyInstance, resource: Resource, find: FindVersions) {
  const { publicVersions, publicVersionHeads, publicVersion } = resourceEndpoints(resource)
  const endpoints = { versions: publicVersions, versionHeads: publicVersionHeads, version: publicVersion }
  serveFrom(app, resource, endpoints, find)
}

type Served = Record<
  'versions' | 'versionHeads' | 'version',
  Endpoints['versions' | 'publicVersions' | 'versionHeads' | 'publicVersionHeads' | 'version' | 'publicVersion']
>

function serveFrom(
  app: FastifyInstance,
  resource: Resource,
  { versions, versionHeads, version }: Served,
  find: FindVersions,
) {
  const sourceOf = async (ctx: Context, params: unknown) => {
    const source = await find(ctx, bySegment.keyOf(params))
    if (!source) throw unknown(resource)
    return source
  }
  register(app, versions, async (ctx, { params }) => inPages(versions, pagesOf(await sourceOf(ctx, params))))
  register(app, versionHeads, async (ctx, { params, query }) =>
    headsOf(await sourceOf(ctx, params), versionsQuery.parse(query)),
  )
  register(app, version, async (ctx, { params }) =>
    versionOf(await sourceOf(ctx, params), wanted.parse(params).version),
  )
}

const wanted = z.object({ version: z.string() })
