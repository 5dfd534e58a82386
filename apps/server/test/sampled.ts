import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { sql } from 'kysely'
import { insertTest } from '#features/sign-on/sign-on-tests.repository.ts'
import { addTenant } from '#features/tenants/tenants.service.ts'
import { isSeeded, sampleContent } from './endpoint-samples.ts'
import {
  aCandidate,
  anIdentityProvider,
  anOperationsProfile,
  aPort,
  baseProfile,
  type Ids,
  otherProfiles,
  type Profile,
  sampleTest,
} from './stored-samples.ts'
import type { Client, Host, TestApp } from './test-app.ts'
import { twoStoreKinds } from './two-store-kinds.ts'
import { addToWebApi } from './web-api-store.ts'

/** A test sign-in of the tenant's identity provider by a superuser. */
async function addTest(server: TestApp, tenant: string): Promise<void> {
  const db = await server.tenant(tenant)
  const { id: providerId } = await db.selectFrom('identity_providers').select('id').executeTakeFirstOrThrow()
  const result = { provider: 'p', attributes: [], problem: 'Nothing arrived.' }
  await insertTest(db, { id: sampleTest, providerId, testedBy: 'admin' }, result, server.clock.now())
}

export interface Sampled {
  readonly profileOf: (host: Host) => Profile
  /** The ids of what each host has, by the path of the kind. */
  readonly idsAt: ReadonlyMap<Host, Ids>
}

/** A roll-out that NORTH has followed. */
async function addRollOut({ tenancy, clock }: TestApp): Promise<void> {
  const now = clock.now()
  await sql`
    with rolled as (
      insert into roll_outs (at, request_id, actor, address, device) values (${now}::timestamptz, '', 'admin', '', '') returning id
    )
    insert into roll_out_jobs (tenant_id, roll_out_id, state, due, done_at)
    select tenant.id, rolled.id, 'done', ${now}::timestamptz, ${now}::timestamptz
    from rolled, tenants as tenant where tenant.name = 'NORTH'
  `.execute(tenancy.everyTenant)
}

/** Stores one of each object that the samples of all endpoints refer to. */
export async function addSampled(server: TestApp): Promise<Sampled> {
  const profiles = new Map<Host, Profile>()
  const superAdmin = await server.as('admin', 'super.test')
  const add = (resource: Resource, name: string) => addTo(superAdmin, resource.path, sampleContent(resource, name))
  // Packages are in the first of these; the others are unused.
  for (const name of ['base', 'unused']) await add(yumRepos, name)
  await add(packages, 'unused')
  await superAdmin.send('POST', 'default_ports', { ports: [aPort] }, { 'if-match': '*' })
  await add(metricTags, 'new')
  await addTenant({ tenancy: server.tenancy, now: server.clock.now, name: 'root' }, { name: 'EAST' })
  await add(probes, 'unused-probe')
  await addRollOut(server)
  for (const [host, name, metric] of [
    ['north.test', 'CORE', 'web.http'],
    ['south.test', 'SOUTHERN', 'disk'],
  ] as const)
    profiles.set(host, await addProfile(server, host, name, metric))
  const idsAt = new Map<Host, Ids>()
  for (const [host, name] of [
    ['north.test', 'CORE'],
    ['south.test', 'SOUTHERN'],
    ['super.test', 'CORE'],
  ] as const)
    idsAt.set(host, await addOthers(server, host, name, (profiles.get(host) ?? profiles.get('north.test'))?.ids ?? {}))
  return {
    idsAt,
    profileOf(host) {
      const profile = profiles.get(host)
      if (!profile) throw new Error(`Nothing is at ${host}.`)
      return profile
    },
  }
}

/** Adds a metric profile, and the objects of the tenant with its name that need more than a valid body. */
async function addProfile(server: TestApp, host: Host, name: string, metric: string): Promise<Profile> {
  const tenant = host === 'north.test' ? 'NORTH' : 'SOUTH'
  const profile = { name, groupname: 'operations', description: '', services: [{ service: 's', metric }] }
  const client = await server.as('admin', host)
  const ids: Record<string, string | number> = {}
  const add = async (path: string, content: object) => {
    ids[path] = await addTo(client, path, content)
    return ids[path]
  }
  await add('identityproviders', { ...anIdentityProvider, tenant, name, client_secret: 's' })
  await addTest(server, tenant)
  const apiid = await add('metricprofiles', profile)
  const base = await addTo(client, 'metricprofiles', baseProfile)
  const { webApi } = await server.context(tenant)
  const operations = await webApi.operationsProfiles.add(anOperationsProfile)
  const baseAggregation = { ...otherProfiles.aggregations, name: 'base', groupname: 'operations' }
  const aggregation = await addTo(client, 'aggregations', baseAggregation)
  for (const [path, content] of Object.entries(otherProfiles)) {
    await add(path, { name, groupname: 'operations', ...content })
  }
  const leftOver: Record<string, string> = {}
  const referenced = { metric: String(base), aggregation: String(aggregation), operations }
  for (const { path, remote, remoteInput } of twoStoreKinds) {
    leftOver[path] = await addToWebApi(server, { tenant, remote }, remoteInput(`${name} left over`, referenced))
  }
  for (const kind of groupKinds) await add(`${kind}group`, { name, items: [] })
  const metricOfMember = { metrics: [metric], group: 'operations' }
  await client.send('POST', 'changemetrics', metricOfMember, { 'if-preview-match': '*' })
  await server.box(`box-${tenant}`, host).send('POST', '/api/v2/probes', aCandidate)
  ids.probecandidates = (await client.send('GET', 'probecandidates')).body[0].id
  return { ...profile, apiid: String(apiid), ids, leftOver }
}

/** Adds an object of every other kind that superusers of the host add, and returns the ids. */
async function addOthers(server: TestApp, host: Host, name: string, added: Ids): Promise<Ids> {
  const deployment: Deployment = host === 'super.test' ? 'super' : 'tenant'
  const client = await server.as('admin', host)
  const ids: Record<string, string | number> = {}
  for (const resource of allResources) {
    const { path, access, add } = resource
    if (!add || access[deployment]?.write !== 'superusers' || path in added || isSeeded(resource)) continue
    ids[path] = await addTo(client, path, sampleContent(resource, name))
  }
  // That of SOUTH has an id that NORTH does not have.
  for (const title of host === 'south.test' ? ['first', 'second'] : ['first'])
    ids.changerequests = await addTo(client, 'changerequests', { title })
  return ids
}

async function addTo(client: Client, path: string, content: object): Promise<string | number> {
  const { status, body } = await client.send('POST', path, content)
  if (status !== 201) throw new Error(`The sample of ${path} was refused: ${JSON.stringify(body)}`)
  return body.apiid ?? body.id ?? body.pk ?? body.name
}
