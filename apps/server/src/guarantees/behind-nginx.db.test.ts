import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { freePort } from '@quatrain/platform/testing/postgresql-cluster.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasNginx, startNginx } from '#test/nginx.ts'
import { password } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
const documented = /```nginx\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''

interface Call {
  readonly method?: string
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

describe.each(databases)('behind nginx, as README.md configures it, on $name', (kind) => {
  describe.runIf(hasNginx())('requests', () => {
    let server: TestApp
    let nginx: { stop(): Promise<void> }
    let port: number
    beforeAll(async () => {
      server = await startTestApp(kind, { trustProxy: ['127.0.0.1'] })
      await server.app.listen({ host: '127.0.0.1', port: 0 })
      port = await freePort()
      const { port: ours } = server.app.server.address() as AddressInfo
      const settings = documented
        .replace('127.0.0.1:8080', `127.0.0.1:${ours}`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      nginx = await startNginx(settings, `http://127.0.0.1:${port}/healthz`)
    })
    afterAll(async () => {
      await nginx.stop()
      await server.close()
    })

    async function call(path: string, { method = 'GET', from = '127.0.0.1', headers = {}, body }: Call = {}) {
      const options = { port, path, method, localAddress: from, headers: { host: 'north.test', ...headers } }
      const sent = request({ host: '127.0.0.1', ...options })
      if (body !== undefined) sent.setHeader('content-type', 'application/json')
      const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>()
      sent.on('error', reject)
      sent.on('response', async (answer) => resolve({ status: answer.statusCode, body: await text(answer) }))
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

    test('a forged X-Forwarded-For does not hide the address of a visitor from the activity log', async () => {
      const headers = {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'south.test',
      }
      const body = { username: 'member', password }
      const { status } = await call('/dj-rest-auth/login', { method: 'POST', from: '127.0.0.2', headers, body })
      expect(status).toBe(200)
      const north = await server.tenant('NORTH')
      const rows = await north
        .selectFrom('activity')
        .select(['action', 'address'])
        .orderBy('number', 'desc')
        .limit(1)
        .execute()
      expect(rows).toEqual([{ action: 'sign-in', address: '127.0.0.2' }])
    })

    test('a body of 100 kB reaches the console; one of 5 MB is refused', async () => {
      const send = async (size: number) =>
        (
          await call('/api/v2/probes', {
            method: 'POST',
            body: 'x'.repeat(size),
            headers: { 'x-api-key': 'box-NORTH' },
          })
        ).status
      expect(await send(100_000)).toBe(400)
      expect(await send(5 * 1024 * 1024)).toBe(413)
    })
  })
})
