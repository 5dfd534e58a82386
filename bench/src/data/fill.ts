import type { Database } from '@quatrain/platform/database/database.ts'
import { tenancyOf } from '@quatrain/server/src/request/tenancy.ts'
import { type Catalogue, fillCatalogue } from './catalogue.ts'
import { fillObjects, type Objects } from './objects.ts'
import { fillTenants } from './tenants.ts'

/** The data of a whole console, the same each time. */
export interface Filling {
  readonly catalogue: Catalogue
  readonly tenants: readonly Objects[]
}

/** Fills an empty, migrated database; the number of statements does not depend on the number of rows. */
export async function fill(database: Database, { catalogue, tenants }: Filling): Promise<void> {
  const db = tenancyOf(database, () => new Date()).everyTenant
  await fillTenants(
    db,
    tenants.map(({ tenant }) => tenant),
  )
  await fillCatalogue(db, catalogue)
  for (const objects of tenants) await fillObjects(db, objects)
}
