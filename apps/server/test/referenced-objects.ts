import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { outsideKinds } from '@quatrain/contract/resources/references.ts'
import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { expect } from 'vitest'
import { aCandidate, anIdentityProvider, otherProfiles } from './stored-samples.ts'
import { type Client, type TestApp, whatever } from './test-app.ts'
import { addReferenced } from './two-store-kinds.ts'
import { labelOf } from './unknown-names.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind.
type Fields = Readonly<Record<string, any>>

/** Kinds whose objects users of the console do not have, so nobody renames, deletes or asks for one. */
export const unownedKinds = ['ostag', ...outsideKinds.filter((kind) => kind !== 'servicetype')]

const resources = new Map<string, Resource>(allResources.map((resource) => [resource.kind, resource]))

export function resourceOf(kind: string): Resource {
  const resource = resources.get(kind)
  if (!resource) throw new Error(`There is no kind ${kind}.`)
  return resource
}

/** Whether a reference with this name is about the object. */
export const isNamed = (object: Fields, name: string) => [object.name, object.username, labelOf(object)].includes(name)

/** The address for a delete. */
export function addressOf(kind: string, record: Fields): string {
  const resource = resourceOf(kind)
  const key = encodeURIComponent(keyIn(record, resource.key.remove))
  return kind === 'yumrepo' ? `yumrepos/${record.name}/${record.tag}` : `${resource.path}/${key}`
}

/** Sends a request that has to succeed, and returns its body. */
export async function sent(client: Client, method: string, path: string, body?: unknown) {
  const { status, body: answer } = await client.send(method, path, body, method === 'GET' ? {} : whatever)
  expect([method, path, status < 300 || answer]).toEqual([method, path, true])
  return answer
}

/** Adds objects until every reference of the table is in one: most of them in the tenant NORTH. */
export async function addReferences(server: TestApp): Promise<void> {
  const [root, north] = [await server.as('admin', 'super.test'), await server.as('admin')]
  const add = (client: Client, path: string, body: object) => sent(client, 'POST', path, body)
  await addReferenced(server)
  await add(root, 'yumrepos', { name: 'base', tag: 'Rocky 9', content: '[base]\nbaseurl=x', description: 'd' })
  await add(root, 'packages', { name: 'p', version: '1', use_present_version: false, repos: ['base (Rocky 9)'] })
  const used = await sent(root, 'GET', 'packages/disk-probes-1.1.0')
  await sent(root, 'PUT', 'packages', { ...used, repos: ['base (Rocky 9)'] })
  const { package: _, ...disk } = await sent(root, 'GET', 'metrictemplates/disk')
  const names = { parent: 'web.http', dependency: [{ key: 'web.tls', value: '1' }], tags: ['empty'] }
  await sent(root, 'PUT', 'metrictemplates', { ...disk, ...names })
  await add(north, 'importmetrics', { metrictemplates: ['web.http', 'web.tls'] })
  await sent(north, 'PUT', 'metric', { ...(await sent(north, 'GET', 'metric/disk')), group: 'operations' })
  const owned = { groupname: 'operations', description: 'd' }
  const rules = [{ metric: 'disk', host: 'h', endpoint_group: 'g', thresholds: 'time=1s;0:5;5:' }]
  await add(north, 'thresholdsprofiles', { ...owned, name: 'LIMITS', rules })
  await add(north, 'reports', { ...owned, ...otherProfiles.reports, name: 'R', thresholds_profile: 'LIMITS' })
  await add(north, 'metricconfiguration', {
    name: 'local',
    global_attributes: [],
    host_attributes: [{ hostname: 'h', attribute: 'A', value: '1' }],
    metric_parameters: [{ hostname: 'h', metric: 'disk', parameter: '--port', value: '8080' }],
  })
  const group_rules = groupKinds.map((kind) => ({ value: 'team', kind, group: 'operations' }))
  await add(north, 'identityproviders', { ...anIdentityProvider, tenant: 'NORTH', name: 'campus', group_rules })
  expect((await server.box('box-NORTH').send('POST', '/api/v2/probes', aCandidate)).status).toBe(201)
  const [candidate] = await sent(north, 'GET', 'probecandidates')
  const tested = { ...candidate, status: 'testing', service_type: 's', devel_url: 'https://devel.test' }
  await sent(north, 'PUT', 'probecandidates', tested)
  for (const name of ['portal', 's']) await add(north, 'servicetypes', { name, description: 'd' })
  await server.tenancy.everyTenant
    .updateTable('tenants')
    .set({ combined: true, combined_from: ['NORTH'] })
    .where('name', '=', 'SOUTH')
    .execute()
  server.tenancy.forget()
}
