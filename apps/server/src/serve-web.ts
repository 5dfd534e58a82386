import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Tenancy } from '#request/tenancy.ts'

interface Options {
  readonly folder: string
  readonly tenancy: Pick<Tenancy, 'tenantOf'>
}

/** The browser application below `/ui/`: its files, and its one page for every other address. */
export async function serveWeb(app: FastifyInstance, { folder, tenancy }: Options) {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn(`The browser application is not built: ${folder} is empty.`)
    return
  }
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
        // The names of assets contain a hash of their content.
        const forever = path.includes('/assets/')
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    web.get('/', { schema: { hide: true } }, (_, reply) => reply.redirect('/ui/'))
    const page = async (_: unknown, reply: { sendFile(name: string): unknown }) => reply.sendFile('index.html')
    web.get('/ui', { schema: { hide: true } }, page)
    // A page of an earlier build requests files that no longer exist: it must not get the page instead.
    web.get('/ui/assets/*', { schema: { hide: true } }, (_, reply) => reply.callNotFound())
    web.get('/ui/*', { schema: { hide: true } }, page)
  })
}

const unknownTenantPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Nothing here</title>
<h1>There is no tenant at this address</h1>
<p>Check the host name in the address bar, or ask those who run the console.</p>
</html>
`
