import type { FastifyInstance } from 'fastify'

const prefix = '/api/v2/'
/** A line of the tree of routes: its indentation, and its part of the address. */
const line = /^([│ ]*)[├└]── (\S+?)\/? \(/

/** Every address of the API as it is declared, such as `metric_profiles/:id`, without the prefix. */
export function addressesOf(app: FastifyInstance): Set<string> {
  const above: string[] = []
  const found = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((text) => {
      const [matched, indentation = '', part = ''] = line.exec(text) ?? []
      if (matched === undefined) return []
      const level = indentation.length / 4
      above.splice(level, Number.POSITIVE_INFINITY, part)
      return [above.join('')]
    })
  return new Set(found.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)))
}

/** The declared address of a path without a query. */
export const declared = (path: string): string =>
  path.replace(/\/[0-9a-f-]{36}$/, '/:id').replace(/\/by_report\/.*/, '/by_report/:name')
