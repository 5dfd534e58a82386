import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { type Answer, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

/** What browsers say about requests that pages of other sites make. */
const foreign: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

describe.each(databases)('writes of pages of other sites, on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  let writes: { endpoint: Endpoint; host: Host }[]
  beforeAll(async () => {
    server = await startTestApp(kind)
    sampled = await addSampled(server)
    writes = declaredEndpoints(server.app)
      .filter(({ method, caller }) => method !== 'GET' && caller !== 'api-key')
      .map((endpoint) => ({ endpoint, host: endpoint.deployments.includes('tenant') ? 'north.test' : 'super.test' }))
  })
  afterAll(() => server.close())

  /** Calls an endpoint with its sample, as a page would in the session of a superuser. */
  async function write(endpoint: Endpoint, host: Host, headers: Record<string, string>): Promise<Answer> {
    const samples = samplesFor(sampled.profileOf('north.test'), { groups: ['operations'] }, sampled.idsAt.get(host))
    const { path, body } = sampleFor(samples, endpoint)
    return (await server.as('admin', host)).send(endpoint.method, path, body, { ...headers, 'if-match': '*' })
  }

  test('are declared, and only those of identity providers and of mail programs', () => {
    const exempt = writes.filter(({ endpoint }) => endpoint.csrf === 'cross-site')
    expect(exempt.map(({ endpoint }) => nameOf(endpoint))).toEqual([
      'POST /saml2/acs',
      'POST /api/v2/internal/unsubscribe/:token',
    ])
    expect(exempt.every(({ endpoint }) => endpoint.caller === 'anyone')).toBe(true)
  })

  test('are refused by every other endpoint, also with the session and the token of the browser', async () => {
    const guarded = writes.filter(({ endpoint }) => endpoint.csrf !== 'cross-site')
    expect(guarded.length).toBeGreaterThan(50)
    for (const { endpoint, host } of guarded) {
      for (const headers of foreign) {
        const { status, body } = await write(endpoint, host, headers)
        expect([status, body.detail], nameOf(endpoint)).toEqual([
          403,
          'CSRF Failed: the request comes from another site.',
        ])
      }
    }
  })

  test('are refused without the token, even if no header names their site', async () => {
    const guarded = writes.filter(({ endpoint }) => endpoint.csrf === undefined)
    for (const { endpoint, host } of guarded) {
      const { status, body } = await write(endpoint, host, { 'x-csrftoken': '' })
      expect([status, body.detail], nameOf(endpoint)).toEqual([403, 'CSRF Failed: CSRF token missing or incorrect.'])
    }
  })
})
