import type { FastifyInstance } from 'fastify'

const base = '/api/v2/'

/** Every address of the API below its base path, with the names of its parameters: `metric_profiles/:id`. */
export function addressesOf(app: FastifyInstance): ReadonlySet<string> {
  const prefixes: string[] = []
  const found = new Set<string>()
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods] = /^([│ ]*)[├└]── (\S+)( \(.*\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    prefixes.splice(depth, Infinity, segment)
    const path = prefixes.join('')
    if (methods && path.startsWith(base)) found.add(path.slice(base.length))
  }
  return found
}

/** The address that a path belongs to. */
export const addressOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replace(/\/[0-9a-f-]{36}$/, '/:id')
    .replace(/\/(by_report|stats)\/.*/, '/$1/:name')
