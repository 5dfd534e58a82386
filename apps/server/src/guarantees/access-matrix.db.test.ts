import { configuredKinds, schemaPath } from '@quatrain/contract/configuration/configured-kinds.ts'
import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { acceptsUserKeys, type Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { isOfSession, nameOf, type Sample, samplesFor, wordOf } from '#test/endpoint-samples.ts'
import { addOwnKey } from '#test/own-key.ts'
import { type Holder, holders } from '#test/rights.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { password } from '#test/seed.ts'
import { type Ids, metricOf, metricProfileOf, type Profile } from '#test/stored-samples.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'
import { makeWebFolder } from '#test/web-folder.ts'

/** Every kind of caller, with the groups of the seed. */
interface Role {
  readonly username?: string
  /** The host of their session, and the default host. */
  readonly home?: Host
  readonly groups?: readonly string[]
  readonly isSuperuser?: boolean
  /** The key that they send in `x-api-key`, and its kind. */
  readonly key?: 'box' | 'public' | 'own'
}

const admin = { username: 'admin', isSuperuser: true }

const atTenant: Readonly<Record<string, Role>> = {
  anonymous: {},
  'user without groups': { username: 'nobody' },
  'member of the group': { username: 'member', groups: ['operations'] },
  'member of another group': { username: 'stranger', groups: ['network'] },
  superuser: admin,
  "super-tenant's superuser": { ...admin, home: 'super.test' },
  'superuser of another tenant': { ...admin, home: 'south.test' },
  'monitoring box': { key: 'box' },
  'reader of public pages': { key: 'public' },
}

/** Their keys have the same permissions, except where keys are refused. */
const keysAtTenant: Readonly<Record<string, Role>> = {
  'key of a member of the group': { username: 'member', groups: ['operations'], key: 'own' },
  'key of a superuser': { ...admin, key: 'own' },
}

const allAtTenant = { ...atTenant, ...keysAtTenant }

const atSuperTenant: Readonly<Record<string, Role>> = {
  anonymous: {},
  'user without groups': { username: 'nobody' },
  superuser: admin,
  "tenant's superuser": { ...admin, home: 'north.test' },
  'monitoring box': { key: 'box' },
  'reader of public pages': { key: 'public' },
  'key of a superuser': { ...admin, key: 'own' },
}

const deploymentOf = (host: Host): Deployment => (host === 'super.test' ? 'super' : 'tenant')

const boxKeys: Readonly<Record<Host, string>> = {
  'super.test': 'box-all',
  'north.test': 'box-NORTH',
  'south.test': 'box-SOUTH',
}

type Outcome = 'allowed' | 401 | 403 | 404

/** The permissions of a caller by the table of rights, for records of the group `operations`. */
function expected(holder: Holder | undefined, host: Host, role: Role): Outcome {
  const isSignedIn = role.username !== undefined && (role.home ?? host) === host
  const isSuperuser = isSignedIn && role.isSuperuser === true
  const groups = isSignedIn ? (role.groups ?? []) : []
  const signedInAnd = (isFine: boolean): Outcome => (isFine ? 'allowed' : isSignedIn ? 403 : 401)
  switch (holder) {
    case undefined:
      return 404
    case 'everybody':
      return 'allowed'
    case 'box':
      return role.key === 'box' ? 'allowed' : 403
    case 'public token or signed in':
      return role.key === 'public' ? 'allowed' : signedInAnd(isSignedIn)
    case 'signed in':
      return signedInAnd(isSignedIn)
    // The sampled objects were added by this user.
    case 'author':
      return signedInAnd(isSignedIn && role.username === 'admin')
    case 'superuser':
      return signedInAnd(isSuperuser)
    case 'nobody':
      return signedInAnd(false)
    case 'member of a group':
      return signedInAnd(isSuperuser || groups.length > 0)
    case "member of the object's group":
      return signedInAnd(isSuperuser || groups.includes('operations'))
  }
}

/** The same for the key of a user, which has no more than the rights of the user. */
const expectedOf = (endpoint: Endpoint, holder: Holder | undefined, host: Host, role: Role): Outcome =>
  role.key === 'own' && holder !== undefined && !acceptsUserKeys(endpoint) ? 403 : expected(holder, host, role)

/** Whom a declaration admits, in the terms of the table of rights. */
function declaredHolder({ caller, deployments }: Endpoint, deployment: Deployment): Holder | undefined {
  if (!deployments.includes(deployment)) return undefined
  if (typeof caller === 'string') return simpleCallers[caller]
  const rule = caller.resource.access[deployment]
  if (!rule) return undefined
  if (caller.may === 'view') return rule.read === 'members' ? 'signed in' : 'superuser'
  if (rule.write === 'nobody') return 'nobody'
  if (rule.write === 'superusers') return 'superuser'
  return caller.may === 'add' ? 'member of a group' : "member of the object's group"
}

const simpleCallers = {
  anyone: 'everybody',
  user: 'signed in',
  superuser: 'superuser',
  'api-key': 'box',
  'public-token': 'public token or signed in',
} as const

/** The first words of addresses of the shared catalogue, which belongs to no tenant. */
const catalogueWords = new Set([
  ...allResources.flatMap(({ history, kind, path }) => (history === 'version' ? [kind, path] : [])),
  ...['catalogue_home', 'deletetemplates', 'metricsforprobes', 'updatemetricsversions'],
])
const isOfCatalogue = ({ path }: Endpoint) => path.includes('/internal/') && catalogueWords.has(wordOf(path))

describe.each(databases)('permissions of every endpoint on $name', (kind) => {
  const web = makeWebFolder()
  let server: TestApp
  let endpoints: Endpoint[]
  let sampled: Sampled
  const counts = { cells: 0, allowed: 0 }
  const ownKeys = new Map<string, string>()
  beforeAll(async () => {
    server = await startTestApp(kind, { webFolder: web.path })
    const tenants = server.owner.updateTable('tenants')
    await tenants
      .set({ combined: true, combined_from: ['SOUTH'] })
      .where('name', '=', 'NORTH')
      .execute()
    endpoints = declaredEndpoints(server.app)
    sampled = await addSampled(server)
  })
  afterAll(async () => {
    const roles = Object.keys(allAtTenant).length + Object.keys(atSuperTenant).length
    console.info(
      `Access matrix: ${endpoints.length} endpoints, ${roles} roles at a tenant and at the super-tenant: ` +
        `${counts.cells} calls, ${counts.allowed} allowed, ${counts.cells - counts.allowed} refused`,
    )
    await server.close()
    web.remove()
  })

  const profileOf = (host: Host) => sampled.profileOf(host)

  async function clientOf(role: Role, host: Host, endpoint: Endpoint): Promise<Client> {
    const home = role.home ?? host
    if (role.key === 'own') return clientWithKey(role, host)
    // Endpoints that start or end a session are called with a session of their own.
    const client = isOfSession(endpoint.path) ? server.browser(home) : await server.as(role.username, home)
    if (isOfSession(endpoint.path)) {
      await client.send('GET', 'istenantschema')
      const { username } = role
      if (username) await client.send('POST', '/dj-rest-auth/login', { username, password })
    }
    const key = role.key && { 'x-api-key': role.key === 'box' ? boxKeys[host] : await publicTokenAt(host) }
    return {
      send: (method, path, body, headers) =>
        client.send(method, path, body, { host, 'if-match': '*', ...key, ...headers }),
    }
  }

  const publicTokens = new Map<Host, string>()
  async function publicTokenAt(host: Host): Promise<string> {
    const token = publicTokens.get(host) ?? (await server.browser(host).send('GET', 'public_apikey')).body.token
    publicTokens.set(host, token)
    return token
  }

  /** Sends the key of the user, and no cookie. */
  async function clientWithKey({ username = '' }: Role, host: Host): Promise<Client> {
    const name = `${username} ${host}`
    const token = ownKeys.get(name) ?? (await addOwnKey(await server.as(username, host)))
    ownKeys.set(name, token)
    const box = server.box(token, host)
    return {
      send: (method, path, body, headers) => box.send(method, path, body, { host, 'if-match': '*', ...headers }),
    }
  }

  async function outcomesOf(host: Host, role: Role): Promise<Record<string, unknown>> {
    const samples = samplesFor(profileOf('north.test'), role, sampled.idsAt.get(host))
    const outcomes: Record<string, unknown> = {}
    // Samples of password links are wrong ones, of which an address may send a few.
    await server.owner.deleteFrom('login_failures').execute()
    for (const endpoint of endpoints) {
      const sample = samples[nameOf(endpoint)]
      if (!sample) continue
      const client = await clientOf(role, host, endpoint)
      const { status, body } = await client.send(endpoint.method, sample.path, sample.body, sample.headers)
      // Only callers who pass the permission check see that the Web API has no such object, or that no mail can be sent.
      const isMissing = body?.source === 'web-api' || body?.detail?.startsWith('Links cannot be sent')
      const isRefused = status === sample.refused && (status === 400 || isMissing)
      // Sign-ons respond with redirects.
      const isFine = sample.refused ? isRefused : (status >= 200 && status < 300) || status === 303
      outcomes[nameOf(endpoint)] = isFine ? 'allowed' : status
    }
    return outcomes
  }

  test('every endpoint is declared as in the table of rights', () => {
    const declared = endpoints.map((endpoint) => {
      const [atSuper, atTenant] = (['super', 'tenant'] as const).map((at) => declaredHolder(endpoint, at))
      return [nameOf(endpoint), { ...(atSuper && { super: atSuper }), ...(atTenant && { tenant: atTenant }) }]
    })
    // The declaration admits every user, and the service finds the author.
    const admitted = [...holders()].map(([name, right]) => {
      const holdersAt = Object.entries(right).map(([at, holder]) => [at, holder === 'author' ? 'signed in' : holder])
      return [name, Object.fromEntries(holdersAt)]
    })
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(admitted))
  })

  test('every declared endpoint is tested', () => {
    const tried = Object.keys(samplesFor(profileOf('north.test'), {}))
    expect(tried.toSorted()).toEqual(endpoints.map(nameOf).sort())
  })

  const casesAt = (host: Host, roles: Readonly<Record<string, Role>>) =>
    Object.entries(roles).map(([who, role]) => [who, host, role] as const)

  test.each([...casesAt('north.test', allAtTenant), ...casesAt('super.test', atSuperTenant)])(
    '%s at %s may do exactly what the table of rights says',
    async (_, host, role) => {
      const rights = holders()
      const outcomes = Object.fromEntries(
        endpoints.map((endpoint) => {
          const holder = rights.get(nameOf(endpoint))?.[deploymentOf(host)]
          return [nameOf(endpoint), expectedOf(endpoint, holder, host, role)]
        }),
      )
      expect(await outcomesOf(host, role)).toEqual(outcomes)
      counts.cells += endpoints.length
      counts.allowed += Object.values(outcomes).filter((outcome) => outcome === 'allowed').length
    },
  )

  /** Without groups: what another tenant has belongs to none of theirs. */
  const kindOf = ([, { isSuperuser, home, key }]: [string, Role]) => JSON.stringify([isSuperuser, home, key])
  test.each(oneOfEachKind(Object.entries(atTenant), kindOf))(
    "for %s, another tenant's record does not exist",
    async (_, role) => {
      const nothing = {
        ...profileOf('south.test'),
        name: 'NEVER',
        apiid: '3f0a5c1e-8d1b-4a58-9d5b-0d2f6a0c9e11',
        ids: {},
        leftOver: {},
        services: [{ service: 's', metric: 'never' }],
      }
      const about = (profile: Profile, ids?: Ids) =>
        // Everybody reads the user with their own name, so here the name is another one.
        samplesFor(profile, { ...role, username: profile.name }, ids)
      const [theirs, never] = [about(profileOf('south.test'), sampled.idsAt.get('south.test')), about(nothing)]
      // A tenant has one rule for second factors and one for change requests, and a user one choice of mails, which have no names;
      // references to a name need no object with it, and the sample of dependencies is of the catalogue (see `dependencies.db.test.ts`).
      const isUnnamed = ({ path }: Endpoint) =>
        /\/(secondfactorrule|changerule|findings\/settings|mailpreferences|(dependents|dependencies)\/:kind\/:key)$/.test(
          path,
        )
      const keyed = endpoints.filter(
        (endpoint) =>
          !isOfCatalogue(endpoint) &&
          !isUnnamed(endpoint) &&
          (/:(key|id)\b/.test(endpoint.path) || endpoint.method === 'PUT'),
      )
      expect(keyed.length).toBeGreaterThan(0)
      for (const endpoint of keyed) {
        const client = await clientOf(role, 'north.test', endpoint)
        const request = async (sample: Sample | undefined) => {
          const { status, body } = await client.send(endpoint.method, sample?.path ?? '', sample?.body, sample?.headers)
          return { status, body: { ...body, requestId: '' } }
        }
        const answer = await request(theirs[nameOf(endpoint)])
        expect(answer, nameOf(endpoint)).toEqual(await request(never[nameOf(endpoint)]))
        expect(answer.status, nameOf(endpoint)).toBeGreaterThanOrEqual(400)
      }
    },
  )

  test('a superuser gets no record of another tenant by any method', async () => {
    const { name, apiid } = profileOf('south.test')
    const metric = metricOf(profileOf('south.test'))
    const candidate = profileOf('south.test').ids.probecandidates
    const north = await server.as('admin')
    for (const [method, path, body] of [
      ['GET', `metricprofiles/${name}`],
      ['GET', `public_metricprofiles/${name}`],
      ['GET', `tenantversion/metricprofile/${name}`],
      ['GET', `metric/${metric}`],
      ['GET', `public_metric/${metric}`],
      ['GET', `tenantversion/metric/${metric}`],
      ['GET', `metricconfiguration/${name}`],
      ['GET', `tenantversion/metricoverride/${name}`],
      ['GET', `effectivecheck?metric=${metric}`],
      ['DELETE', `metricconfiguration/${name}`],
      ['GET', `/api/v2/webapi/metric_profiles/${apiid}`],
      ['PUT', 'metricprofiles', metricProfileOf(profileOf('south.test'))],
      ['DELETE', `metricprofiles/${apiid}`],
      ['GET', `probecandidates/${candidate}`],
      ['GET', `tenantversion/probecandidate/${candidate}`],
      ['DELETE', `probecandidates/${candidate}`],
    ] as const) {
      expect((await north.send(method, path, body, { 'if-match': '*' })).status, `${method} ${path}`).toBe(404)
    }
    expect((await north.send('GET', 'metricprofiles')).body.map(({ name }: Profile) => name)).toEqual(['CORE', 'base'])
    expect((await north.send('GET', 'metricsall')).body).toEqual([{ name: 'web.http' }])
  })

  // HEAD is a GET whose body the server leaves out, whoever asks.
  test.each(oneOfEachKind(Object.entries(atTenant), () => 'HEAD'))(
    'for %s, HEAD discloses exactly what GET does',
    async (_, role) => {
      const samples = samplesFor(profileOf('north.test'), role)
      for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
        const client = await clientOf(role, 'north.test', endpoint)
        const { path, headers } = samples[nameOf(endpoint)] ?? { path: '' }
        const request = (method: string) => client.send(method, path, undefined, headers)
        const [head, get] = [await request('HEAD'), await request('GET')]
        expect([head.status, head.body], nameOf(endpoint)).toEqual([get.status, ''])
      }
    },
  )

  test('routes without a declaration are known: pages, files, and endpoints for operators', () => {
    const undeclared = server.app.registered.filter(({ endpoint }) => !endpoint)
    expect([...new Set(undeclared.map(({ url }) => url))].sort()).toEqual([
      '/',
      '/api/docs',
      '/api/docs/openapi.json',
      ...configuredKinds.map(({ resource }) => schemaPath(resource.kind)).sort(),
      '/healthz',
      '/readyz',
      '/ui',
      '/ui/*',
      '/ui/assets/*',
      '/ui/assets/:name',
      '/ui/assets/main-abc123.js',
      '/ui/index.html',
    ])
    expect(undeclared.every(({ method, isHidden }) => isHidden && ['GET', 'HEAD'].includes(method))).toBe(true)
  })
})
