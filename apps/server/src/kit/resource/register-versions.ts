import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { bySegment, isCollected, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { versionsQuery } from '@quatrain/contract/kit/version.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { byRevision } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import { visibleKinds } from '#kit/kinds/kinds.ts'
import { type RecordedVersion, withRequests } from '#kit/recording/recent-changes.ts'
import { unknown } from '#kit/versions/history.ts'
import { recordedVersions, type VersionNames } from '#kit/versions/recorded-versions.ts'
import { headsOf, versionOf } from '#kit/versions/version-reads.ts'
import type { VersionSource } from '#kit/versions/version-source.ts'
import { inPages, pagesOf } from '#kit/versions/version-stream.ts'
import type { Context } from '#request/context/context.ts'

/** Finds the versions of the object that has or had this name; undefined if there are none. */
type FindVersions = (ctx: Context, name: string) => Promise<VersionSource | undefined>

/** How a resource reads versions that it stores itself, because other objects refer to them. */
export interface VersionReads {
  /** Finds the versions of one existing object. */
  readonly findVersions: FindVersions
  /** Finds the versions of all objects, page by page. Absent if they cannot be read together. */
  readonly all?: (ctx: Context) => AsyncGenerator<readonly unknown[]>
  /** How the saves of an object are called that the recorder has stored besides, which its history shows. */
  readonly names?: VersionNames
}

interface Reads {
  /** Throws if there is no such object. */
  readonly get?: ((ctx: Context, key: string) => Promise<unknown>) | undefined
  readonly versions?: VersionReads | undefined
}

/**
 * Registers the endpoints of versions: all at once, in pages without documents, and one by one. They are public if the
 * resource publishes them, while the object exists.
 */
export function registerVersions(app: FastifyInstance, resource: Resource, { get, versions }: Reads) {
  const api: Record<keyof ReturnType<typeof resourceEndpoints>, Endpoint> = resourceEndpoints(resource)
  const recorded: FindVersions = (ctx, name) => recordedVersions(ctx.db, { ...resource, names: versions?.names }, name)
  const present: FindVersions | undefined =
    versions?.findVersions ??
    (get &&
      (async (ctx, name) => {
        await get(ctx, name)
        return recorded(ctx, name)
      }))

  /** Visitors do not see who made a version, nor how. */
  const madeByRequests = async <Version extends RecordedVersion>(
    ctx: Context,
    rows: readonly Version[],
  ): Promise<readonly Version[]> =>
    ctx.caller.user && isCollected(resource, 'change')
      ? withRequests(ctx, rows, { kind: resource.kind, kinds: visibleKinds(app.kinds, ctx) })
      : rows

  const registerFor = (all: Endpoint, heads: Endpoint, oneVersion: Endpoint, findAll: FindVersions, find = findAll) => {
    const sourceOf = async (find: FindVersions, ctx: Context, params: unknown) => {
      const source = await find(ctx, bySegment.keyOf(params))
      if (!source) throw unknown(resource)
      return source
    }
    serve(app, all, async (ctx, { params }) => inPages(all, pagesOf(await sourceOf(findAll, ctx, params))))
    serve(app, heads, async (ctx, { params, query }) => {
      const page = await headsOf(await sourceOf(find, ctx, params), versionsQuery.parse(query))
      return { ...page, versions: await madeByRequests(ctx, page.versions) }
    })
    serve(app, oneVersion, async (ctx, { params }) => {
      const version = await versionOf(await sourceOf(find, ctx, params), versionParams.parse(params).version)
      return (await madeByRequests(ctx, [version]))[0] ?? version
    })
  }
  const registerAll = (endpoint: Endpoint, all: NonNullable<VersionReads['all']>) =>
    serve(
      app,
      endpoint,
      byRevision((ctx) => inPages(endpoint, all(ctx)), { isStreamed: true }),
    )

  // The count is that of the versions that the resource keeps itself, as other systems count them.
  const counted: FindVersions = async (ctx, name) => (await versions?.findVersions(ctx, name)) ?? recorded(ctx, name)
  registerFor(api.versions, api.versionHeads, api.version, counted, versionsOf(resource, versions))
  if (versions?.all) registerAll(api.allVersions, versions.all)
  if (!resource.published?.document || !present) return
  registerFor(api.publicVersions, api.publicVersionHeads, api.publicVersion, present)
  if (versions?.all) registerAll(api.publicAllVersions, versions.all)
}

/** How the history of an object is found, whether it still exists or not. */
export const versionsOf =
  (resource: Resource, versions: VersionReads | undefined): FindVersions =>
  async (ctx, name) => {
    const recorded = () => recordedVersions(ctx.db, { ...resource, names: versions?.names }, name)
    // Tenants see the versions of the catalogue, but not each save of the super-tenant.
    if (versions?.names) return (await recorded()) ?? versions.findVersions(ctx, name)
    return (await versions?.findVersions(ctx, name)) ?? recorded()
  }

const versionParams = z.object({ version: z.string() })
