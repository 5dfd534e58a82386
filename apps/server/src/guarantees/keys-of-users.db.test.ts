import { acceptsUserKeys } from '@quatrain/contract/kit/endpoint.ts'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#test/declared.ts'
import { nameOf } from '#test/endpoint-samples.ts'
import { addOwnKey } from '#test/own-key.ts'
import { type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

const endpoints = (await allEndpoints()).filter(({ caller }) => caller !== 'api-key')
const refusing = endpoints.filter((endpoint) => !acceptsUserKeys(endpoint))

/** The first word of an address, without that of histories and public pages. */
const wordOf = (path: string) =>
  path
    .replace(/^\/api\/v2\/(internal\/)?/, '')
    .replace(/^(public_)?(tenantversion|version)\//, '')
    .replace(/^public_/, '')
    .replace(/^\//, '')
    .split('/')[0] ?? ''

const wordsOf = (list: typeof endpoints) => [...new Set(list.map(({ path }) => wordOf(path)))].toSorted()

test('keys of users never reach people, keys, sign-on, factors, sessions, passwords and tenants', () => {
  const groups = groupKinds.flatMap((kind) => [`${kind}group`, `groupof${kind}`, `groupsof${kind}`])
  const others = [
    'administration',
    'apikey',
    'apikeys',
    'catalogue_home',
    'change_password',
    'config_options',
    'dj-rest-auth',
    'endothersessions',
    'home',
    'identityprovider',
    'identityproviders',
    'istenantschema',
    'oidc',
    'ownkeys',
    'ownsessions',
    'pagedusers',
    'passwordlinks',
    'readpasswordlink',
    'reauthenticate',
    'rollouts',
    'saml2',
    'secondfactor',
    'secondfactorrule',
    'setpassword',
    'sign-on',
    'status',
    'tenant',
    'tenants',
    'user',
    'usergroups',
    'userkeys',
    'userprofile',
    'users',
  ]
  expect(wordsOf(refusing)).toEqual([...others, ...groups].toSorted())
})

test('keys of users reach the configuration', () => {
  expect(wordsOf(endpoints.filter(acceptsUserKeys))).toEqual([
    'addservicetypes',
    'aggregationprofile',
    'aggregations',
    'availmetrictemplates',
    'changemetrics',
    'changes',
    'default_ports',
    'defaultport',
    'deletetemplates',
    'differences',
    'effectivecheck',
    'importablemetrics',
    'importmetrics',
    'metric',
    'metricconfiguration',
    'metricoverride',
    'metricprofile',
    'metricprofiles',
    'metricsall',
    'metricsforprobes',
    'metrictag',
    'metrictags',
    'metrictemplate',
    'metrictemplates',
    'mttypes',
    'newerpackages',
    'ostags',
    'package',
    'packages',
    'packageversions',
    'probe',
    'probecandidate',
    'probecandidates',
    'probecandidatestatuses',
    'probes',
    'replaceservicetypes',
    'report',
    'reportoptions',
    'reports',
    'reportscope',
    'servicetype',
    'servicetypes',
    'sessionactive',
    'tenants',
    'thresholdsprofile',
    'thresholdsprofiles',
    'topology',
    'updatemetricsversions',
    'usergroups',
    'webapi',
    'yumrepo',
    'yumrepos',
  ])
})

// What is refused does not reach the database.
describe.each(databases.slice(-1))('the key of a superuser on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())

  test('is refused by each of these endpoints, also with the session of a browser', async () => {
    expect(refusing.length).toBeGreaterThan(100)
    for (const host of ['north.test', 'super.test'] satisfies Host[]) {
      const admin = await server.as('admin', host)
      const key = { 'x-api-key': await addOwnKey(admin) }
      const deployment = host === 'super.test' ? 'super' : 'tenant'
      for (const endpoint of refusing) {
        const { method, path } = endpoint
        if (!endpoint.deployments.includes(deployment)) continue
        const url = path.replaceAll(/:\w+/g, '1')
        const { status, body } = await admin.send(method, url, undefined, { ...whatever, ...key })
        expect([status, body.detail], nameOf(endpoint)).toEqual([
          403,
          'This cannot be done with the key of a user. Log in to the console.',
        ])
      }
    }
  })
})
