import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPassiveTemplate } from '#test/stored-samples.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const openers = { zstd: promisify(zstdDecompress), br: promisify(brotliDecompress), gzip: promisify(gunzip) }
const pollers = ['metrics', 'metrics/web', 'metrictemplates', 'metrictemplates/web', 'default_ports', 'repos/rocky9']

describe.each(databases)('conditional requests of pollers on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let catalogue: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
    catalogue = await server.as('admin', 'super.test')
    await write(admin, 'POST', 'metricprofiles', profileOf('web.http'))
  })
  afterAll(() => server.close())

  const profileOf = (...metrics: string[]) => ({
    name: 'CORE',
    groupname: 'operations',
    description: '',
    services: metrics.map((metric) => ({ service: 's', metric })),
  })
  async function write(who: Client, method: string, path: string, body?: unknown) {
    const answer = await who.send(method, path, body, { 'if-match': '*' })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer
  }
  const get = async (path: string, etag?: string) => {
    const headers = { profiles: '[CORE]', ...(etag !== undefined && { 'if-none-match': etag }) }
    return server.box('box-NORTH').send('GET', `/api/v2/${path}`, undefined, headers)
  }
  const held = async () => Promise.all(pollers.map(async (path) => ({ path, ...(await get(path)) })))

  test.each(pollers)('%s has an entity tag, and a request with it gets 304 without a body', async (path) => {
    const { status, etag = '' } = await get(path)
    expect([status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?"[^"]+"$/)])
    for (const sent of [etag, `"other", ${etag}`, etag.replace('W/', '')]) {
      const again = await get(path, sent)
      expect([again.status, again.body, again.etag]).toEqual([304, '', etag])
    }
    expect((await get(path, '"other"')).status).toBe(200)
    const slashed = await get(`${path}/`, etag)
    expect(slashed.status).toBe(304)
  })

  test.each(pollers)('%s is the same in every encoding, and differs between tenants', async (path) => {
    const raw = (host: Host, key: string, encoding?: string) =>
      server.app.inject({
        url: `/api/v2/${path}`,
        headers: { host, 'x-api-key': key, profiles: '[CORE]', ...(encoding && { 'accept-encoding': encoding }) },
      })
    const { body } = await get(path)
    for (const turn of ['made', 'kept']) {
      for (const [encoding, open] of Object.entries(openers)) {
        const answer = await raw('north.test', 'box-NORTH', encoding)
        const isEncoded = answer.headers['content-encoding'] === encoding
        const text = isEncoded ? await open(answer.rawPayload) : answer.rawPayload
        expect(JSON.parse(text.toString()), `${encoding}, ${turn}`).toEqual(body)
        expect(answer.headers.vary).toBe('accept-encoding')
      }
    }
    const south = await raw('south.test', 'box-SOUTH', 'identity')
    if (path === 'metrics') expect(JSON.parse(south.body)).toEqual([])
    expect((await raw('north.test', 'box-SOUTH', 'gzip')).statusCode).toBe(403)
  })

  test('a revoked key gets 403, whatever entity tag it sends', async () => {
    const { etag = '' } = await get('metrics')
    const headers = { 'if-none-match': etag }
    expect((await server.box('revoked-NORTH').send('GET', '/api/v2/metrics', undefined, headers)).status).toBe(403)
  })

  const template = async (name: string, change: object) => {
    const { body } = await catalogue.send('GET', `metrictemplates/${name}`)
    const sent = ['id', 'name', ...Object.keys(aPassiveTemplate)].map((field) => [field, body[field]])
    await write(catalogue, 'PUT', 'metrictemplates', { ...Object.fromEntries(sent), ...change })
  }
  const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a metric comes by a profile', () => changeProfile('web.http', 'web.tls')],
    ['a parameter of a template changes', () => template('web.http', { parameter: [{ key: '-x', value: 'new' }] })],
    ['a template comes', () => write(catalogue, 'POST', 'metrictemplates', { ...aPassiveTemplate, name: 'newcomer' })],
    ['a tag comes to a template', () => template('web.http', { tags: ['web', 'CI/CD', 'internal'] })],
    ['a tag is renamed', () => renameTag('CI/CD', 'pipelines')],
    ['a probe gets another documentation', () => changeProbe('https://docs.test/moved')],
    ['a port comes', () => write(catalogue, 'POST', 'default_ports', { ports: [{ name: 'A_PORT', value: '1' }] })],
    ['a repo changes', () => write(catalogue, 'POST', 'yumrepos', aRepo).then(linkRepo)],
    ['a metric goes', () => changeProfile('web.http')],
    ['a template goes', () => write(catalogue, 'DELETE', 'metrictemplates/newcomer')],
  ]
  const aRepo = { name: 'base', tag: 'Rocky 9', content: '[base]\n', description: 'd' }

  async function changeProfile(...metrics: string[]) {
    const { body } = await admin.send('GET', 'metricprofiles/CORE')
    const { name: _, ...profile } = profileOf(...metrics)
    await write(admin, 'PUT', 'metricprofiles', { apiid: body.apiid, name: 'CORE', ...profile })
  }
  async function renameTag(from: string, to: string) {
    const { body } = await catalogue.send('GET', `metrictags/${encodeURIComponent(from)}`)
    await write(catalogue, 'PUT', 'metrictags', { id: body.id, name: to })
  }
  async function changeProbe(docurl: string) {
    const { body } = await catalogue.send('GET', 'probes/web-probe')
    const { id, name, version: _, ...probe } = body
    const { package: label, repository, description, comment } = probe
    await write(catalogue, 'PUT', 'probes', { id, name, package: label, repository, description, comment, docurl })
  }
  async function linkRepo() {
    const { body } = await catalogue.send('GET', 'packages/web-probes-2.0.0')
    await write(catalogue, 'PUT', 'packages', { ...body, repos: ['base (Rocky 9)'] })
  }

  test('after every kind of change the changed lists are not 304', async () => {
    for (const [what, change] of changes) {
      const before = await held()
      await change()
      const outcomes = await Promise.all(
        before.map(async ({ path, etag, body }) => {
          const [again, full] = [await get(path, etag), await get(path)]
          const isSame = JSON.stringify(full.body) === JSON.stringify(body)
          return { path, isSame, isNotModified: again.status === 304 }
        }),
      )
      expect(
        outcomes.filter(({ isSame, isNotModified }) => !isSame && isNotModified),
        what,
      ).toEqual([])
      expect(outcomes.filter(({ isSame }) => !isSame).length, what).toBeGreaterThan(0)
    }
  })
})
