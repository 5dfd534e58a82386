import {
  internalReposOfNothing,
  type MachineRepos,
  profilesHeader,
  reposOfInternalMetrics,
  reposOfNothing,
  reposOfProfiles,
} from '@quatrain/contract/machine-api/repos.ts'
import { AppError, notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import { installationOf, installationOfInternal } from '#features/packages/installation.reads.ts'
import { byContent } from '#kit/http/if-none-match.ts'
import { serve } from '#kit/http/serve.ts'
import type { Context } from '#request/context/context.ts'

/**
 * What boxes have to install. The pairs of the profiles are read from the Web API, as the boxes do, in one call for any
 * number of profiles; the rest comes from the console's database.
 */
export async function machineReposRoutes(
  app: FastifyInstance,
  { readingWebApi }: { readonly readingWebApi: ReadingWebApi },
) {
  for (const endpoint of [reposOfNothing, internalReposOfNothing]) {
    serve(app, endpoint, () => Promise.reject(new AppError('invalid_input', 'You must define OS!')))
  }
  serve(
    app,
    reposOfProfiles,
    byContent(async (ctx, { params: { os } }, { request }) => {
      const names = profileNames(request.headers[profilesHeader]?.toString())
      if (names.length === 0) throw new AppError('invalid_input', 'You must define profile!')
      const metrics = await metricsOf(readingWebApi, ctx, names)
      return existingRepos(await installationOf(ctx, metrics, os))
    }),
  )
  serve(
    app,
    reposOfInternalMetrics,
    byContent(async (ctx, { params: { os } }) => existingRepos(await installationOfInternal(ctx, os))),
  )
}

/** The metrics of all these profiles together. Throws `not_found` for the first profile that does not exist. */
async function metricsOf(readingWebApi: ReadingWebApi, { tenant }: Context, names: readonly string[]) {
  const profiles = await readingWebApi(tenant).metricProfiles.list()
  const metrics = new Set<string>()
  for (const name of names) {
    const profile = profiles.find((profile) => profile.name === name)
    if (!profile) throw notFound(`Metric profile ${name}`)
    for (const { metrics: ofService } of profile.services) for (const metric of ofService) metrics.add(metric)
  }
  return [...metrics]
}

function existingRepos(repos: MachineRepos | undefined): MachineRepos {
  if (!repos) throw notFound('YUM repo tag')
  return repos
}

/**
 * The metric profiles in a box's header: `[A, B]`, with or without brackets and spaces; empty if it names none. Node
 * reads headers as bytes; a name beyond ASCII is UTF-8.
 */
export function profileNames(header: string | undefined): string[] {
  const text = asUtf8(header ?? '').trim()
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  const names = inner.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The header unchanged, if its bytes are not UTF-8. */
function asUtf8(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}
