import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The browser application below `/ui/`: its files as they are, and its one page for every other address there. */
export async function serveWeb(app: FastifyInstance, folder: string) {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn(`The browser application is not built: ${folder} is empty.`)
    return
  }
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/ui/',
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      // Assets carry a hash of their content in their names.
      const forever = path.includes('/assets/')
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', { schema: { hide: true } }, (_, reply) => reply.redirect('/ui/'))
  const page = async (_: unknown, reply: { sendFile(name: string): unknown }) => reply.sendFile('index.html')
  app.get('/ui', { schema: { hide: true } }, page)
  app.get('/ui/*', { schema: { hide: true } }, page)
}
