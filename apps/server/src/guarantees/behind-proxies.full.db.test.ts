import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedProxies, startProxy } from '#test/proxies.ts'
import { password } from '#test/seed.ts'
import { selfSigned } from '#test/self-signed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

interface Call {
  readonly method?: string
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const certificate = selfSigned()
const proxies = certificate ? installedProxies() : []

describe.runIf(proxies.length > 0).each(databases)(
  'behind a proxy with the configuration of operators, on $name',
  (kind) => {
    let server: TestApp
    let consolePort: number
    beforeAll(async () => {
      server = await startTestApp(kind, { trustProxy: ['127.0.0.1'], tls: true })
      await server.app.listen({ host: '127.0.0.1', port: 0 })
      consolePort = (server.app.server.address() as AddressInfo).port
    })
    afterAll(() => server.close())

    describe.each(proxies)('$name', (proxy) => {
      let running: { stop(): Promise<void> }
      let [port, plainPort] = [0, 0]
      beforeAll(async () => {
        port = await freePort()
        plainPort = await freePort()
        running = await startProxy(proxy, {
          port,
          plainPort,
          consolePorts: [consolePort],
          key: '',
          cert: '',
          ...certificate,
        })
      })
      afterAll(() => running.stop())

      async function call(path: string, { method = 'GET', from = '127.0.0.1', headers = {}, body }: Call = {}) {
        const options = { port, path, method, localAddress: from, headers: { host: 'north.test', ...headers } }
        const sent = request({ host: '127.0.0.1', ...options, rejectUnauthorized: false, agent: false })
        if (body !== undefined) sent.setHeader('content-type', 'application/json')
        const { promise, resolve, reject } = Promise.withResolvers<Answer>()
        sent.on('error', reject)
        sent.on('response', async (answer) =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: await text(answer) }),
        )
        sent.end(body === undefined ? undefined : JSON.stringify(body))
        return promise
      }

      test('the host name selects the tenant', async () => {
        const tenantOf = async (host: string) =>
          (await call('/api/v2/internal/config_options', { headers: { host } })).body
        expect(await tenantOf('north.test')).toContain('NORTH')
        expect(await tenantOf('south.test')).toContain('SOUTH')
        expect((await call('/api/v2/internal/config_options', { headers: { host: 'unknown.test' } })).status).toBe(404)
      })

      test('without TLS, browsers are sent to the address with it', async () => {
        const answer = await fetch(`http://127.0.0.1:${plainPort}/ui/login`, { redirect: 'manual' })
        expect(answer.status).toBe(301)
        expect(answer.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/ui\/login$/)
      })

      test('a forged X-Forwarded-For does not hide the address of a visitor from the activity log', async () => {
        const headers = {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': '203.0.113.9',
          'x-forwarded-host': 'south.test',
        }
        const body = { username: 'member', password }
        const login = await call('/dj-rest-auth/login', { method: 'POST', from: '127.0.0.2', headers, body })
        expect(login.status).toBe(200)
        expect(login.headers['set-cookie']?.join('\n')).toMatch(/sessionid=[^\n]*; Secure/)
        const north = await server.tenant('NORTH')
        const rows = await north
          .selectFrom('activity')
          .select(['action', 'address'])
          .orderBy('number', 'desc')
          .limit(1)
          .execute()
        expect(rows).toEqual([{ action: 'sign-in', address: '127.0.0.2' }])
      })

      test('a body of 100 kB reaches the console; one of 5 MB is refused before it is sent', async () => {
        const headers = { 'x-api-key': 'box-NORTH' }
        const body = 'x'.repeat(100_000)
        expect((await call('/api/v2/probes', { method: 'POST', headers, body })).status).toBe(400)
        const announced = { ...headers, 'content-length': String(5 * 1024 * 1024), expect: '100-continue' }
        expect((await call('/api/v2/probes', { method: 'POST', headers: announced })).status).toBe(413)
      })

      test('responses are compressed, and unchanged ones are not sent again', async () => {
        const accepting = { 'accept-encoding': 'gzip', 'x-api-key': 'box-NORTH' }
        const first = await call('/api/v2/metrictemplates', { headers: accepting })
        expect(first).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } })
        const headers = { ...accepting, 'if-none-match': first.headers.etag ?? '' }
        expect(await call('/api/v2/metrictemplates', { headers })).toMatchObject({ status: 304, body: '' })
      })
    })
  },
)
