import { machineMetrics, machineTemplates } from '@quatrain/contract/machine-api/metrics.ts'
import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import type { Figure } from '../report/figure.ts'
import { box } from '../visitors.ts'
import { measureList } from './catalogue-lists.ts'
import type { Place } from './places.ts'
import { onPostgreSql } from './with-place.ts'

const tenant = 'BOXES'
const metrics = 2_000

const filling: Filling = {
  catalogue: { templates: metrics, versions: 1 },
  tenants: [{ tenant, metrics, profiles: 20, pairs: 100 }],
}

const lists = [
  { what: 'metrics, for a box', tenant, path: machineMetrics.path, about: 'from metrics as metric' },
  {
    what: 'metric templates, for a box',
    tenant,
    path: machineTemplates.path,
    about: 'from metric_templates as current',
  },
]

/** What monitoring boxes ask for again and again, with their keys: as a whole, and unchanged. */
export const measureMachine = (databases: Databases) =>
  onPostgreSql(databases, { name: 'machine', filling }, async (place) => ({
    figures: await figuresOf(place),
    databaseVersion: place.server.databaseVersion,
  }))

async function figuresOf({ name, server }: Place): Promise<Figure[]> {
  const machine = box(server.consoleUrl, tenant)
  const figures: Figure[] = []
  for (const list of lists) figures.push(...(await measureList(name, server, list, machine)))
  return figures
}
