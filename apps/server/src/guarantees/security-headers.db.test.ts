import { hash } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { makeWebFolder } from '#test/web-folder.ts'

/**
 * One response of every kind: success and error, JSON and page, console and machine API, unknown tenant and unknown
 * address.
 */
const answers = [
  ['JSON', '/api/v2/internal/config_options', 'north.test', 200],
  ['a refusal', '/api/v2/internal/usergroups', 'north.test', 401],
  ['an unknown path', '/api/v2/internal/nothing', 'north.test', 404],
  ['an unknown host', '/api/v2/internal/config_options', 'nowhere.test', 404],
  ['a wrong method', '/dj-rest-auth/login', 'north.test', 405],
  ['the machine API', '/api/v2/metrics', 'north.test', 403],
  ['the application', '/ui/metricprofiles', 'north.test', 200],
  ['a file of the application', '/ui/assets/main-abc123.js', 'north.test', 200],
  ['a file of another build', '/ui/assets/main-def456.js', 'north.test', 404],
  ['the way to the application', '/', 'north.test', 302],
  ['the page of an unknown host', '/ui/', 'nowhere.test', 404],
  ['the description of the API', '/api/docs', 'north.test', 200],
  ['the OpenAPI document', '/api/docs/openapi.json', 'north.test', 200],
  ['the schema of a file', '/api/schemas/metricprofile.json', 'north.test', 200],
  ['the look of operators', '/healthz', 'north.test', 200],
] as const

describe.each(databases)('security headers on $name', (kind) => {
  const web = makeWebFolder()
  let plain: TestApp
  let tls: TestApp
  beforeAll(async () => {
    plain = await startTestApp(kind, { webFolder: web.path })
    tls = await startTestApp(kind, { webFolder: web.path, tls: true })
  })
  afterAll(async () => {
    await plain.close()
    await tls.close()
    web.remove()
  })

  describe.each([
    ['without TLS', () => plain],
    ['with TLS', () => tls],
  ] as const)('%s', (_, server) => {
    test.each(answers)('%s is protected', async (_, url, host, status) => {
      const { statusCode, headers, body } = await server().app.inject({ url, headers: { host } })
      expect(statusCode).toBe(status)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      const policy = directivesOf(String(headers['content-security-policy']))
      expect(policy).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      })
      expect(policy['style-src']).toMatch(/^'self' 'sha256-[\w+/]{43}='$/)
      expect(Object.values(policy).join(' ')).not.toMatch(/unsafe|\*|https?:/)
      expect(stylesIn(body).filter((style) => !policy['style-src']?.includes(style))).toEqual([])
      expect(body).not.toMatch(/<[^>]+\sstyle=/)
      expect('upgrade-insecure-requests' in policy).toBe(server() === tls)
      const lasting = server() === tls ? 'max-age=31536000' : undefined
      expect(headers['strict-transport-security']).toBe(lasting)
    })
  })

  test('responses about a user or a tenant are not stored; assets are cached for ever', async () => {
    const cacheControl = async (url: string, headers = {}) =>
      (await plain.app.inject({ url, headers: { host: 'north.test', ...headers } })).headers['cache-control']
    expect(await cacheControl('/api/v2/internal/sessionactive/true')).toBe('no-store')
    expect(await cacheControl('/api/v2/internal/usergroups')).toBe('no-store')
    // A response with an entity tag is cached privately and revalidated each time.
    expect(await cacheControl('/api/v2/metrics', { 'x-api-key': 'box-NORTH' })).toBe('private, no-cache')
    expect(await cacheControl('/api/v2/internal/public_metricprofiles')).toBe('private, no-cache')
    expect(await cacheControl('/ui/')).toBe('no-cache')
    expect(await cacheControl('/ui/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable')
  })
})

/** The style elements of a page as sources of a policy. */
const stylesIn = (page: string): string[] =>
  [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(
    ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
  )

/** `name value; …` by name. */
const directivesOf = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split(';').map((directive) => directive.trim().split(/ (.*)/s).slice(0, 2)))
