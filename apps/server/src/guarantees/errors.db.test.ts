import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MetricsAddress } from '@quatrain/platform/http/metrics.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordVerified } from '#database/verified-backups.ts'
import { refusal } from '#test/refusal.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { makeWebFolder } from '#test/web-folder.ts'
import { buildApp } from '../app.ts'

const root = join(import.meta.dirname, '../../../..')

describe.each(databases)('refusals on $name', (kind) => {
  const web = makeWebFolder()
  let server: TestApp
  let admin: Client
  let metrics: MetricsAddress
  beforeAll(async () => {
    metrics = { host: '127.0.0.1', port: await freePort() }
    server = await startTestApp(kind, { webFolder: web.path, metrics })
    admin = await server.as('admin')
  })
  afterAll(async () => {
    await server.close()
    web.remove()
  })

  const notFound = (detail: string) => ({ code: 'not_found', detail, source: 'internal-api' })

  test.each(['/', '/api', '/api/v2/internal/nothing', '/api/v2/internal/metricprofiles/a/b', '/api/v3/metrics'])(
    '%s does not exist, which is said in JSON',
    async (path) => {
      const answer = await server.browser().send('GET', path === '/' ? '/nothing' : path)
      expect(refusal(answer)).toEqual(notFound('Not found.'))
    },
  )

  test('an unknown host has no tenant, which is said in JSON to programs and as a page to users', async () => {
    for (const host of ['nowhere.test', 'north.test.nowhere.test', 'xn--nrth-uua.test', '127.0.0.1', '']) {
      const get = (path: string) => server.browser().send('GET', path, undefined, { host, 'x-api-key': 'box-NORTH' })
      expect(refusal(await get('istenantschema'))).toEqual(notFound('There is no tenant at this address.'))
      // Boxes know only one API, so nothing says which store has failed.
      const { source: _, ...toMachines } = notFound('There is no tenant at this address.')
      expect(refusal(await get('/api/v2/metrics'))).toEqual(toMachines)
      for (const path of ['/', '/ui', '/ui/', '/ui/metricprofiles/CORE', '/ui/index.html']) {
        const { status, body, headers } = await get(path)
        expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
        expect(body).toContain('<h1>There is no tenant at this address</h1>')
        expect(body).not.toMatch(/north|south|super|quatrain/i)
      }
    }
  })

  test.each(['/ui', '/ui/', '/ui/metricprofiles/CORE', '/ui/index.html'])(
    'the console is found at %s',
    async (path) => {
      const { status, body } = await server.browser().send('GET', path)
      expect([status, body]).toEqual([200, '<!doctype html><title>Quatrain</title>'])
    },
  )

  test('endpoints of the other deployment do not exist', async () => {
    const { body } = await server.browser('super.test').send('GET', 'metricprofiles')
    expect(body).toMatchObject(notFound('Address not found.'))
  })

  test.each([
    ['GET', '/dj-rest-auth/login', 'POST, OPTIONS'],
    ['HEAD', '/dj-rest-auth/logout/', 'POST, OPTIONS'],
    ['PATCH', '/api/v2/internal/metricprofiles/', 'GET, POST, PUT, HEAD, OPTIONS'],
    ['PUT', '/api/v2/internal/metricprofiles/CORE', 'GET, DELETE, HEAD, OPTIONS'],
    ['POST', '/api/v2/internal/public_metricprofiles', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/v2/webapi/metric_profiles', 'GET, HEAD, OPTIONS'],
  ])('%s %s is refused with the list of allowed methods', async (method, path, allow) => {
    const answer = await server.browser().send(method, path, method === 'HEAD' ? undefined : 'not even JSON')
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe(allow)
    if (method === 'HEAD') return
    const detail = `Method "${method}" not allowed.`
    expect(refusal(answer)).toEqual({ code: 'method_not_allowed', detail, source: 'internal-api' })
  })

  test('OPTIONS lists the allowed methods, without CORS headers for other sites', async () => {
    const answer = await server.browser().send('OPTIONS', 'metricprofiles', undefined, {
      origin: 'https://evil.test',
      'access-control-request-method': 'PUT',
    })
    expect([answer.status, answer.body, answer.headers.allow]).toEqual([204, '', 'GET, POST, PUT, HEAD, OPTIONS'])
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  describe('endpoints for operators', () => {
    test('/healthz and /readyz respond at any host', async () => {
      for (const host of ['north.test', 'nowhere.test', '10.0.0.7:8080']) {
        const get = (path: string) => server.browser().send('GET', path, undefined, { host })
        expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
        expect(await get('/readyz/')).toMatchObject({ status: 200, body: { status: 'ready' } })
      }
    })

    test('/metrics counts requests by route, not by address', async () => {
      await admin.send('GET', 'metricprofiles/one')
      await admin.send('GET', 'metricprofiles/two')
      server.webApi.behave({ kind: 'refuse', status: 500 })
      await admin.send('GET', '/api/v2/webapi/metric_profiles')
      server.webApi.recover()
      const answer = await fetch(`http://127.0.0.1:${metrics.port}/metrics`)
      const body = await answer.text()
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
      expect(body).toMatch(
        /quatrain_http_request_duration_seconds_count\{method="GET",route="\/api\/v2\/internal\/metricprofiles\/:key",status="404"\} \d/,
      )
      expect(body).toMatch(/quatrain_http_server_errors_total\{route="\/api\/v2\/webapi\/metric_profiles"\} 1/)
      expect(body).not.toContain('metricprofiles/one')
    })

    test('/metrics shows sessions of the database, unfinished writes, and calls of the Web API by collection', async () => {
      const scrape = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
      const calls = (text: string) =>
        Number(
          /quatrain_web_api_request_duration_seconds_count{method="GET",collection="reports",status="200"} (\d+)/.exec(
            text,
          )?.[1] ?? 0,
        )
      const before = calls(await scrape())
      await admin.send('GET', 'reports/none')
      expect((await admin.send('GET', '/api/v2/webapi/reports')).status).toBe(200)
      const opened = new Date(server.clock.now().getTime() - 90_000)
      const intent = {
        kind: 'metricprofile',
        key: 'none',
        action: 'add',
        request_id: 'r',
        actor: 'admin',
        address: '',
      } as const
      await (await server.tenant('NORTH'))
        .insertInto('intents')
        .values({ ...intent, opened_at: opened, prepared_in: null })
        .execute()
      expect(await scrape()).not.toMatch(/quatrain_backup_age_seconds \d/)
      const createdAt = new Date(server.clock.now().getTime() - 3_600_000)
      await recordVerified(server.database, { createdAt, verifiedAt: createdAt, file: 'a', bytes: 1, rows: 1 })
      const text = await scrape()
      expect(text).toMatch(/quatrain_backup_age_seconds 3600\n/)
      expect(calls(text)).toBe(before + 1)
      expect(text).toMatch(/quatrain_database_sessions{state="waiting"} 0/)
      expect(text).toMatch(/quatrain_unfinished_writes 1\n/)
      expect(text).toMatch(/quatrain_oldest_unfinished_write_seconds 90\n/)
    })

    test('/metrics has everything that the alerts, the dashboard and the documentation name', async () => {
      const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
      const exposed = new Set(text.match(/^quatrain_\w+/gm)?.concat(text.match(/(?<=^# TYPE )quatrain_\w+/gm) ?? []))
      const files = ['deploy/prometheus/alerts.yaml', 'deploy/grafana/dashboard.json', 'docs/monitoring.md']
      const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
      for (const [index, text] of texts.entries()) {
        const named = text.match(/quatrain_\w+/g) ?? []
        expect(named.length).toBeGreaterThan(5)
        expect(
          named.filter((name) => !exposed.has(name)),
          files[index],
        ).toEqual([])
      }
      const own = [...exposed].filter((name) => !/^quatrain_(process|nodejs)_|_(bucket|sum|count)$/.test(name))
      expect(own.filter((name) => !texts.at(-1)?.includes(name))).toEqual([])
    })

    test('/metrics is not on the public port', async () => {
      expect(await server.browser().send('GET', '/metrics')).toMatchObject({ status: 404 })
    })
  })
})

test.each(databases)('without its database ($name) a server is alive but not ready', async (kind) => {
  const database = await kind.open()
  const app = await buildApp({
    database,
    logger: false,
    secret: 'a secret of thirty-two characters',
    tls: false,
    webApi: { url: 'http://127.0.0.1:1', timeout: 1 },
    sessions: { idle: 1, absolute: 1 },
    housekeeping: { every: 3600, intentsOlderThan: 0 },
  })
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  await database.close()
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  const { statusCode, body } = await app.inject('/readyz')
  expect([statusCode, body]).toEqual([503, '{"status":"not ready"}'])
  await app.close()
})
