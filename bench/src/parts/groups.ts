import { dryRun } from '@quatrain/contract/kit/dry-run.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { groups } from '@quatrain/contract/resources/group.ts'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import { askSuccessfully } from '../http/ask.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import { counted } from './counted.ts'
import type { Place } from './places.ts'
import { onPostgreSql } from './with-place.ts'

const tenant = 'BENCH'
const kind = 'metricprofiles'
const count = 10_000
const maxStatements = 12

const filling: Filling = {
  catalogue: { templates: 1, versions: 1 },
  tenants: [{ tenant, metrics: 0, profiles: count, pairs: 1 }],
}

/** Renames a group of 10,000 metric profiles, of which each gets a version. */
export const measureGroups = (databases: Databases): Promise<Figure[]> =>
  onPostgreSql(databases, { name: 'groups', filling }, figuresOf)

async function figuresOf({ name: on, server }: Place): Promise<Figure[]> {
  const { target } = await person(server.consoleUrl, tenant)
  const { get, change } = resourceEndpoints(groups[kind])
  const { body } = await askSuccessfully(target, 'GET', get.path.replace(':key', tenant))
  const { id, result: items } = groups[kind].record.parse(JSON.parse(body.toString()))
  const { method, path } = change
  const renamed = { id, name: 'RENAMED', items }
  const headers = { 'if-match': '*' }
  const asked = await askSuccessfully(target, method, `${path}?dry_run=true`, { body: renamed, headers })
  const announced = dryRun.parse(JSON.parse(asked.body.toString())).groups.reduce((sum, group) => sum + group.count, 0)
  const { statements, took, affected } = await counted(server, target, { method, path, body: renamed })
  const what = `group of ${items.length.toLocaleString('en')} metric profiles renamed`
  if (affected !== count + 1)
    throw new Error(`The write affected ${affected} objects, and ${announced} were announced.`)
  return [
    { what: `${what}: dry run`, on, measured: milliseconds(asked.took) },
    { what: `${what}: done`, on, measured: milliseconds(took) },
    {
      what: `${what}: statements of its transaction`,
      on,
      measured: String(statements),
      budget: `≤ ${maxStatements}`,
      holds: statements <= maxStatements,
    },
  ]
}
