import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { insertTest } from '#features/sign-on/sign-on-tests.repository.ts'
import { addTenant } from '#features/tenants/tenants.service.ts'
import {
  aCandidate,
  anIdentityProvider,
  anOperationsProfile,
  anOverride,
  aPackage,
  aPort,
  aProbe,
  aServiceType,
  aUser,
  baseProfile,
  otherProfiles,
  type Profile,
  type SampleIds,
  sampleTest,
  yumRepo,
} from './endpoint-samples.ts'
import type { Host, TestApp } from './test-app.ts'
import { twoStoreKinds } from './two-store-kinds.ts'
import { addToWebApi } from './web-api-store.ts'

/** The stored objects of `samplesFor`. */
/** A test sign-in of the tenant's identity provider by a superuser. */
async function addTest(server: TestApp, tenant: string): Promise<void> {
  const db = await server.tenant(tenant)
  const { id: providerId } = await db.selectFrom('identity_providers').select('id').executeTakeFirstOrThrow()
  const result = { provider: 'p', attributes: [], problem: 'Nothing arrived.' }
  await insertTest(db, { id: sampleTest, providerId, testedBy: 'admin' }, result, server.clock.now())
}

export interface Sampled {
  readonly profileOf: (host: Host) => Profile
  /** The numbers of each host's key and user with the name of its profile. */
  readonly idsAt: ReadonlyMap<Host, SampleIds>
}

/** Every endpoint that a server has by a declaration. */
export const declaredEndpoints = (app: FastifyInstance): Endpoint[] =>
  app.registered.flatMap(({ method, endpoint, isHidden }) =>
    endpoint && endpoint.method === method && !isHidden ? [endpoint] : [],
  )

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
  const idsAt = new Map<Host, SampleIds>()
  const superAdmin = await server.as('admin', 'super.test')
  for (const name of ['base', 'unused']) await superAdmin.send('POST', 'yumrepos', { ...yumRepo, name })
  await superAdmin.send('POST', 'packages', aPackage)
  await superAdmin.send('POST', 'default_ports', { ports: [aPort] }, { 'if-match': '*' })
  await superAdmin.send('POST', 'metrictags', { name: 'new' })
  await addTenant({ tenancy: server.tenancy, now: server.clock.now, name: 'root' }, { name: 'EAST' })
  await superAdmin.send('POST', 'probes', aProbe)
  await addRollOut(server)
  for (const [host, name, metric] of [
    ['north.test', 'CORE', 'web.http'],
    ['south.test', 'SOUTHERN', 'disk'],
  ] as const) {
    const profile = { name, groupname: 'operations', description: '', services: [{ service: 's', metric }] }
    const client = await server.as('admin', host)
    await client.send('POST', 'metricconfiguration', { ...anOverride, name })
    const tenant = host === 'north.test' ? 'NORTH' : 'SOUTH'
    await client.send('POST', 'identityproviders', { ...anIdentityProvider, tenant, name, client_secret: 's' })
    await addTest(server, tenant)
    const { body } = await client.send('POST', 'metricprofiles', profile)
    const base = await client.send('POST', 'metricprofiles', baseProfile)
    const { webApi } = await server.context(tenant)
    const operations = await webApi.operationsProfiles.add(anOperationsProfile)
    const baseAggregation = { ...otherProfiles.aggregations, name: 'base', groupname: 'operations' }
    const aggregation = await client.send('POST', 'aggregations', baseAggregation)
    const ids = { metric: base.body.apiid, aggregation: aggregation.body.apiid, operations }
    const others: Record<string, string> = {}
    for (const [path, content] of Object.entries(otherProfiles)) {
      const added = await client.send('POST', path, { name, groupname: 'operations', ...content })
      others[path] = added.body.apiid
    }
    const leftOver: Record<string, string> = {}
    for (const { path, remote, remoteInput } of twoStoreKinds) {
      leftOver[path] = await addToWebApi(server, { tenant, remote }, remoteInput(`${name} left over`, ids))
    }
    profiles.set(host, { ...profile, apiid: body.apiid, others, leftOver })
    for (const kind of groupKinds) await client.send('POST', `${kind}group`, { name, items: [] })
    await client.send('POST', 'servicetypes', { ...aServiceType, name })
    const metricOfMember = { metrics: [metric], group: 'operations' }
    await (await server.as('admin', host)).send('POST', 'changemetrics', metricOfMember, { 'if-preview-match': '*' })
    const box = server.box(host === 'north.test' ? 'box-NORTH' : 'box-SOUTH', host)
    await box.send('POST', '/api/v2/probes', aCandidate)
  }
  for (const [host, name] of [
    ['north.test', 'CORE'],
    ['south.test', 'SOUTHERN'],
    ['super.test', 'CORE'],
  ] as const) {
    const client = await server.as('admin', host)
    const { body: key } = await client.send('POST', 'apikeys', { name, used_by: 'poem' })
    const { body: user } = await client.send('POST', 'users', { ...aUser, username: name, password: 'Correct-Horse' })
    idsAt.set(host, { key: key.id, user: user.pk })
  }
  return {
    idsAt,
    profileOf(host) {
      const profile = profiles.get(host)
      if (!profile) throw new Error(`Nothing is at ${host}.`)
      return profile
    },
  }
}
