import type { Databases } from '../cluster.ts'
import type { Filling } from '../data/fill.ts'
import { blockSize } from '../data/packages.ts'
import type { Figure } from '../report/figure.ts'
import { measureBulkDelete } from './bulk-delete.ts'
import { measureLists } from './catalogue-lists.ts'
import type { Place } from './places.ts'
import { measureReach } from './reach.ts'
import { onPostgreSql } from './with-place.ts'

/** 100 tenants with the metrics of the first block of templates, and one tenant with those of the second. */
const hundred = Array.from({ length: 100 }, (_, index) => `TENANT${index + 1}`)
const alone = 'ALONE'

const objects = { metrics: blockSize, profiles: 5, pairs: 20 }
const filling: Filling = {
  catalogue: { templates: 4 * blockSize, versions: 5 },
  tenants: [...hundred.map((tenant) => ({ tenant, ...objects })), { tenant: alone, ...objects, from: 1 + blockSize }],
}

/** The largest catalogue: its lists, and the side effects of a write to it. */
export const measureCatalogue = (databases: Databases) =>
  onPostgreSql(databases, { name: 'catalogue', filling }, async (place) => ({
    figures: await figuresOf(place),
    databaseVersion: place.server.databaseVersion,
  }))

async function figuresOf(place: Place): Promise<Figure[]> {
  return [...(await measureLists(place)), ...(await measureReach(place)), ...(await measureBulkDelete(place))]
}
