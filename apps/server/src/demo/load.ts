import type { Database } from '@quatrain/platform/database/database.ts'
import { webApiAdministration } from '#clients/web-api/web-api-administration.ts'
import { webApiFor } from '#clients/web-api/web-api-for.ts'
import { addTenant } from '#features/tenants/tenants.service.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { hashPassword } from '#request/sessions/passwords.ts'
import { type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { loadCatalogue } from './catalogue.ts'
import { loadConnectorData, loadTopology } from './connectors.ts'
import { type DemoSuperTenant, type DemoTenant, readDemoData } from './data.ts'
import { loadFirstVersions, loadMetricOverrides } from './first-versions.ts'
import { loadKeys, machineKey } from './keys.ts'
import { loadMetrics } from './metrics.ts'
import { loadProbeCandidates } from './probe-candidates.ts'
import { loadProfiles } from './profiles.ts'
import { loadReporting } from './reporting.ts'
import { feedersFirst, newTenant, withOwnKeys } from './tenants.ts'
import { loadGroups, loadUsers } from './users.ts'
import { provision, provisionAdministrators, startWebApi } from './web-api.ts'

export const password = 'quatrain-demo'

/** Timeout of a Web API call in milliseconds, long enough for a busy machine. */
const timeoutMs = 30_000

/**
 * Fills the empty, migrated tables of both services with the demonstration data. If it fails or is interrupted, both
 * databases have to be created again.
 */
export async function loadDemo(database: Database, secrets: Secrets): Promise<void> {
  const clock = { time: new Date() }
  const webApi = await startWebApi(database, { host: '127.0.0.1', port: 0, logger: false, now: () => clock.time })
  try {
    await load(database, secrets, webApi.url, clock)
  } finally {
    await webApi.close()
  }
}

/** `clock` is the Web API's: it is set to the date of each write. */
async function load(database: Database, secrets: Secrets, webApiUrl: string, clock: { time: Date }): Promise<void> {
  const data = withOwnKeys(readDemoData())
  const now = () => new Date()
  const tenancy = tenancyOf(database, now)
  const webApi = { url: webApiUrl, timeout: timeoutMs, tenancy, apiKeys: apiKeysOf(secrets, now) }
  const webApis = webApiFor(webApi)
  const passwordHash = await hashPassword(password)
  const fill = async (tenant: Tenant, { users, api_keys }: DemoSuperTenant | DemoTenant) => {
    const db = tenancy.of(tenant)
    await loadUsers(db, users, passwordHash)
    return loadKeys(db, secrets, tenant, api_keys)
  }

  // Tenants are added before the catalogue: their own files say which metrics they began with.
  const tenants = new Map<string, Tenant>()
  for (const tenantData of [data.superTenant, ...feedersFirst(data.tenants)]) {
    const operator = { tenancy, name: 'platform-root', now: () => new Date(tenantData.created_on) }
    tenants.set(tenantData.name, (await addTenant(operator, newTenant(tenantData))).tenant)
  }
  const tenantOf = ({ name }: DemoSuperTenant | DemoTenant) => {
    const tenant = tenants.get(name)
    if (!tenant) throw new Error(`The tenant ${name} was not added.`)
    return tenant
  }

  const superTenant = tenantOf(data.superTenant)
  await loadCatalogue(tenancy.of(superTenant), data.catalogue)
  await provisionAdministrators(database, await fill(superTenant, data.superTenant))
  await webApiAdministration(webApi).syncMetricTags(data.catalogue.metric_templates)
  await loadFirstVersions(tenancy.of(superTenant), new Date(data.superTenant.created_on))
  const templates = new Map(data.catalogue.metric_templates.map((template) => [template.name, template]))
  for (const tenantData of data.tenants) {
    const tenant = tenantOf(tenantData)
    const db = tenancy.of(tenant)
    await loadGroups(db, tenantData)
    await provision(database, tenant.name, [...(await fill(tenant, tenantData)), machineKey(tenant.name)])
    const webApi = webApis(tenant)
    // Service types are added before the profiles, which refer to them, and are valid since the tenant was added.
    clock.time = new Date(tenantData.created_on)
    await webApi.serviceTypes.add(tenantData.service_types)
    await loadMetrics(db, tenantData.metrics, templates)
    await loadMetricOverrides(db, tenantData)
    await loadProfiles({ tenant, db, webApi, clock }, tenantData)
    await loadReporting({ tenant, db, webApi, clock }, tenantData)
    await loadTopology({ webApiUrl, timeout: timeoutMs, now: now() }, tenantData)
    await loadProbeCandidates(db, tenantData.probe_candidates)
  }

  // This follows when the Web API knows all tenants: a combined one names the tenants that feed it.
  clock.time = now()
  for (const tenant of data.tenants) {
    await loadConnectorData(database, { webApiUrl, timeout: timeoutMs, now: clock.time }, tenant)
  }
}
