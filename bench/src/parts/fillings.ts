// What the consoles of the parts are filled with.
import { blockSize, type Filling, sized } from '../data.ts'

/** The tenant of most measurements, one with a very long list of profiles, and one with a very long list of metrics. */
export const tenant = 'BENCH'
export const wideTenant = 'WIDE'
export const manyTenant = 'MANY'
export const wideProfiles = sized(10_000, 300)
/** Number of the first template without a metric in `BENCH`, which has as many spare ones. */
export const spareMetrics = sized(2_001, 201)
export const largestFilling: Filling = {
  templates: sized(10_000, 500),
  versions: 1,
  tenants: [
    { tenant, metrics: spareMetrics - 1, profiles: sized(1_000, 100), pairs: 20 },
    { tenant: wideTenant, metrics: 200, profiles: wideProfiles, pairs: 5 },
    { tenant: manyTenant, metrics: sized(10_000, 300), profiles: 200, pairs: 20 },
  ],
}

/** Tenants with the metrics of the first block of templates, and one tenant with those of the second. */
export const manyTenants = sized(100, 10)
export const aTenant = 'TENANT5'
const ofBlock = { metrics: blockSize, profiles: 5, pairs: 20 }
const tenantsOf = (count: number, objects = ofBlock) =>
  Array.from({ length: count }, (_, index) => ({ tenant: `TENANT${index + 1}`, ...objects }))
export const catalogueFilling: Filling = {
  templates: 4 * blockSize,
  versions: 5,
  tenants: [...tenantsOf(manyTenants), { tenant: 'ALONE', ...ofBlock, from: 1 + blockSize }],
}

/** A tenant with its metrics in one package, for its boxes too. */
export const metricsFilling: Filling = {
  templates: spareMetrics - 1,
  versions: 5,
  isOnePackage: true,
  tenants: [{ tenant, metrics: spareMetrics - 1, profiles: 200, pairs: 20 }],
}

/** The data for measuring a backup: tenants with the metrics of one block. */
export const backupFilling = (tenants: number): Filling => ({
  templates: blockSize,
  versions: 1,
  tenants: tenantsOf(tenants),
})

/** 40 tenants of 2,000 metrics and 500 metric profiles each: 100,000 objects. */
export const memoryFilling: Filling = {
  templates: spareMetrics - 1,
  versions: 1,
  tenants: tenantsOf(sized(40, 4), { metrics: spareMetrics - 1, profiles: sized(500, 50), pairs: 10 }),
}
