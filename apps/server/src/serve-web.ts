import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { shareAssets, sharedAsset } from './web-assets.ts'

interface Options {
  readonly folder: string
  readonly tenancy: Pick<Tenancy, 'tenantOf' | 'everyTenant'>
  now(): Date
}

/**
 * The browser application below `/ui/`: its files, its one page for every other address, and assets of the builds of other
 * processes. If it is not built, this logs a warning and serves nothing.
 */
export async function serveWeb(app: FastifyInstance, { folder, tenancy, now }: Options) {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn(
      `The browser application is not built, so only the API is served. Run \`npm run build\` to fill ${folder}.`,
    )
    return
  }
  const { everyTenant } = tenancy
  await shareAssets(everyTenant, join(folder, 'assets'), now())
  await app.register(async (web) => {
    web.addHook('onRequest', async (request, reply) => {
      // If the database is unavailable, the application itself reports it.
      const isKnown = await tenancy.tenantOf(request.host).then(Boolean, () => true)
      if (!isKnown) return reply.code(404).type('text/html; charset=utf-8').send(unknownTenantPage)
    })
    await web.register(fastifyStatic, {
      root: folder,
      prefix: '/ui/',
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders(reply, path) {
        reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache')
      },
    })
    web.get('/', { schema: { hide: true } }, (_, reply) => reply.redirect('/ui/'))
    const page = async (_: unknown, reply: { sendFile(name: string): unknown }) => reply.sendFile('index.html')
    web.get('/ui', { schema: { hide: true } }, page)
    // A page of another build requests files that this one does not have: it must not get the page instead.
    web.get<{ Params: { name: string } }>('/ui/assets/:name', { schema: { hide: true } }, async ({ params }, reply) => {
      const content = isAssetName(params.name) && (await sharedAsset(everyTenant, params.name))
      if (!content) return reply.callNotFound()
      return reply.header('cache-control', forever).type(mediaTypeOf(params.name)).send(content)
    })
    web.get('/ui/assets/*', { schema: { hide: true } }, (_, reply) => reply.callNotFound())
    web.get('/ui/*', { schema: { hide: true } }, page)
  })
}

/** The names of assets contain a hash of their content. */
const forever = 'public, max-age=31536000, immutable'

const isAssetName = (name: string) => /^[\w.-]{1,200}$/.test(name)

/** The media types of what the build makes: scripts, style sheets and pictures. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const mediaTypeOf = (name: string) => mediaTypes[extname(name)] ?? 'application/octet-stream'

const unknownTenantPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Nothing here</title>
<h1>There is no tenant at this address</h1>
<p>Check the host name in the address bar, or ask those who run the console.</p>
</html>
`
