import type { Filling } from '../data/fill.ts'
import type { Server } from '../server/start.ts'

/** A running console to be measured, with its database. */
export interface Place {
  readonly name: 'PostgreSQL' | 'PGlite'
  readonly server: Server
  /** The address of the database; absent for the embedded one. */
  readonly url?: string
}

/** The tenant of most measurements, one with a very long list of profiles, and one with a very long list of metrics. */
export const tenant = 'BENCH'
export const wideTenant = 'WIDE'
export const manyTenant = 'MANY'

/** Number of the first template without a metric in `BENCH`. */
export const spareMetrics = 2_001

export const filling: Filling = {
  catalogue: { templates: 10_000, versions: 1 },
  tenants: [
    { tenant, metrics: spareMetrics - 1, profiles: 1_000, pairs: 20 },
    { tenant: wideTenant, metrics: 200, profiles: 10_000, pairs: 5 },
    { tenant: manyTenant, metrics: 10_000, profiles: 200, pairs: 20 },
  ],
}
