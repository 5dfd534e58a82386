import { setTimeout } from 'node:timers/promises'
import { gatewayOperationsProfiles } from '@quatrain/contract/console/gateway.ts'
import { publicSearch, type SearchAnswer, search } from '@quatrain/contract/console/search.ts'
import { acceptsUserKeys, type InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { keyIn, readKeyOf } from '@quatrain/contract/kit/kind-names.ts'
import { topologyHosts } from '@quatrain/contract/reports/topology.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { knownLists } from '#clients/web-api/known-lists.ts'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import { hostsWith, type TopologyReads } from '#features/topology/topology.reads.ts'
import { cachedByRevision } from '#kit/http/cached-by-revision.ts'
import { serve } from '#kit/http/serve.ts'
import { visibleKinds } from '#kit/kinds/kinds.ts'
import type { Context } from '#request/context/context.ts'
import { bestMatches, lineOf, type SearchedKind, type SearchedObject, searchedKind, sizeOf } from './rank.ts'
import { findSearched, isStored } from './search.repository.ts'

/** The bytes of all objects that are cached, of all tenants: 100,000 objects with short descriptions need 25 MB. */
const maxBytes = 64 * 1024 * 1024

/** Milliseconds that a search waits for the Web API. */
const momentMs = 300

/** More hosts than are shown: those that begin with the text are shown first. */
const maxHosts = 200

interface Dependencies {
  readonly topology: TopologyReads
  readonly readingWebApi: ReadingWebApi
}

/** Objects of one kind that are not among those that are cached. */
interface OtherKind {
  readonly kind: string
  readonly read: () => Promise<readonly SearchedObject[]>
}

/** The search of the console: one request finds whatever the caller may list (decision 170). */
export async function searchRoutes(app: FastifyInstance, { topology, readingWebApi }: Dependencies) {
  const storedObjects = cachedByRevision<readonly SearchedKind[]>({
    path: search.path,
    maxBytes,
    sizeOf: (kinds) => kinds.reduce((sum, kind) => sum + sizeOf(kind), 0),
    read: ({ db }) => findSearched(db),
  })
  const profiles = knownLists(readingWebApi, { maxLength: 4 * 1024 * 1024, keptFor: 5 * 60_000 })(
    ['operations_profiles'],
    z.object({ name: z.string() }),
  )

  const hosts = (ctx: Context, text: string): OtherKind => ({
    kind: 'host',
    async read() {
      // No name of a host has a blank.
      const [longestWord = ''] = text.split(/\s+/).sort((a, b) => b.length - a.length)
      const hostsOfWord = longestWord.length < 2 ? [] : await hostsWith(topology, ctx, longestWord, maxHosts)
      return hostsOfWord.map(({ hostname, services }) => ({
        key: hostname,
        name: hostname,
        about: services.join(', '),
      }))
    },
  })
  const operationsProfiles = (ctx: Context): OtherKind => ({
    kind: 'operationsprofile',
    read: async () =>
      ((await profiles(ctx.tenant, { query: {} })) ?? []).map(({ name }) => ({ key: name, name, about: '' })),
  })
  const listed = (ctx: Context, kind: string): OtherKind[] => {
    const list = app.kinds.get(kind)?.list
    if (isStored(kind) || !list) return []
    return [{ kind, read: async () => (await list(ctx)).map((row) => objectIn(kind, { ...row })) }]
  }

  const find = async (
    ctx: Context,
    { q, complete = false }: InputOf<typeof search>['query'],
    kinds: readonly string[],
    outside: readonly OtherKind[],
  ): Promise<SearchAnswer> => {
    const visible = new Set(kinds)
    const otherKinds = [...kinds.flatMap((kind) => listed(ctx, kind)), ...outside]
    const [stored, ...outcomes] = await Promise.all([
      storedObjects(ctx),
      ...otherKinds.map(({ read }) => outcomeOf(read(), complete)),
    ])
    const kindsOf = (outcome: 'late' | 'failed') =>
      otherKinds.filter((_, index) => outcomes[index] === outcome).map(({ kind }) => kind)
    const searchedKinds = [
      ...stored.filter(({ kind }) => visible.has(kind)),
      ...otherKinds.flatMap(({ kind }, index) => {
        const objects = outcomes[index] ?? []
        return typeof objects === 'string' ? [] : searchedKind(kind, objects.map(lineOf).join('\n'))
      }),
    ]
    return { groups: bestMatches(searchedKinds, q), late: kindsOf('late'), failed: kindsOf('failed') }
  }

  serve(app, search, (ctx, { query }) => {
    const isTenant = ctx.caller.deployment === 'tenant'
    const mayAsk = (endpoint: Parameters<typeof acceptsUserKeys>[0]) => !ctx.userKey || acceptsUserKeys(endpoint)
    return find(ctx, query, visibleKinds(app.kinds, ctx), [
      ...(isTenant && mayAsk(topologyHosts) ? [hosts(ctx, query.q)] : []),
      ...(isTenant && mayAsk(gatewayOperationsProfiles) ? [operationsProfiles(ctx)] : []),
    ])
  })
  serve(app, publicSearch, (ctx, { query }) => {
    const { deployment } = ctx.caller
    const publicKinds = [...app.kinds.values()].filter(
      ({ resource: { published, access } }) => published && access[deployment],
    )
    return find(
      ctx,
      query,
      publicKinds.map(({ resource }) => resource.kind),
      deployment === 'tenant' ? [operationsProfiles(ctx)] : [],
    )
  })
}

/** An object of a list. It is called by its name, or by its key if that is made of several fields. */
function objectIn(kind: string, row: Readonly<Record<string, unknown>>): SearchedObject {
  const readKey = readKeyOf(kind)
  const key = keyIn(row, readKey)
  return { key, name: typeof readKey === 'string' ? String(row.name) : key, about: String(row.description ?? '') }
}

/** What was read; `failed` if the Web API could not be read, `late` if it has not answered within a moment. */
function outcomeOf<Objects>(reading: Promise<Objects>, complete: boolean): Promise<Objects | 'failed' | 'late'> {
  const outcome = reading.catch((error: unknown) => {
    if (error instanceof UpstreamError) return 'failed' as const
    throw error
  })
  return complete ? outcome : Promise.race([outcome, setTimeout(momentMs, 'late' as const, { ref: false })])
}
