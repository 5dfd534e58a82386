import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WebApiAdministration } from '#request/context/web-api.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import type { Behavior } from '#test/faulty-proxy.ts'
import { administratorToken, readingToken, secret } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { certainlyNotApplied, UpstreamError } from './upstream-error.ts'
import { webApiAdministration } from './web-api-administration.ts'

describe.each(databases)('metric tags in the Web API, on $name', (kind) => {
  let server: TestApp
  let administration: WebApiAdministration
  beforeAll(async () => {
    server = await startTestApp(kind)
    administration = administrationWith(20_000)
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const administrationWith = (timeout: number) => {
    const { webApi, tenancy, clock } = server
    const apiKeys = apiKeysOf(secretsOf(secret), clock.now)
    return webApiAdministration({ url: webApi.url, timeout, tenancy, apiKeys })
  }
  const stored = async () => {
    const headers = { 'x-api-key': readingToken('NORTH') }
    const response = await fetch(`${server.webApi.url}/api/v2/metrics`, { headers })
    return ((await response.json()) as { data: unknown }).data
  }
  const failureOf = async (
    templates: Parameters<WebApiAdministration['syncMetricTags']>[0] = [],
    { syncMetricTags } = administration,
  ) => {
    const error = await syncMetricTags(templates).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(error instanceof UpstreamError)) throw new Error('It did not fail as the Web API fails.', { cause: error })
    expect(error.extra.source).toBe('web-api')
    return error
  }

  test('are the last ones that the console sent, sorted', async () => {
    await administration.syncMetricTags([
      { name: 'web.http', tags: ['network', 'http'] },
      { name: 'disk', tags: [] },
    ])
    const first = [
      { name: 'disk', tags: [] },
      { name: 'web.http', tags: ['http', 'network'] },
    ]
    expect(await stored()).toEqual(first)
    await administration.syncMetricTags([{ name: 'passive', tags: ['internal'] }])
    expect(await stored()).toEqual([{ name: 'passive', tags: ['internal'] }])
    await administration.syncMetricTags([])
    expect(await stored()).toEqual([])
  })

  test('are written in one call with the key of the administrator, which is never exposed', async () => {
    const before = server.webApi.calls.length
    await administration.syncMetricTags(Array.from({ length: 500 }, (_, index) => ({ name: `m${index}`, tags: ['x'] })))
    expect(server.webApi.calls.slice(before)).toEqual(['PUT /api/v2/admin/metrics'])
    server.webApi.behave({ kind: 'refuse', status: 401 })
    expect((await failureOf()).message).not.toContain(administratorToken)
  })

  test.each<[Behavior, string, boolean]>([
    [{ kind: 'refuse', status: 409, details: 'Not now.' }, 'Not now.', true],
    [{ kind: 'refuse', status: 401 }, 'The Web API refused the key (401).', true],
    [{ kind: 'refuse', status: 503 }, 'The Web API answered 503.', false],
    [{ kind: 'drop', carryOut: true }, 'The connection to the Web API was lost.', false],
    [{ kind: 'rubbish' }, 'The response of the Web API is invalid.', false],
  ])('that could not be written are reported: %o', async (behavior, words, didNotHappen) => {
    server.webApi.behave(behavior, 'PUT')
    const error = await failureOf()
    expect(error.message).toBe(`Error syncing metric tags: ${words}`)
    expect(certainlyNotApplied(error)).toBe(didNotHappen)
  })

  test('that are not answered in time are reported', async () => {
    server.webApi.behave({ kind: 'hang', carryOut: false }, 'PUT')
    const error = await failureOf([], administrationWith(50))
    expect(error.message).toBe('Error syncing metric tags: The Web API did not answer within 0.05 seconds.')
    expect(certainlyNotApplied(error)).toBe(false)
  })

  test("that violate the service's rules are refused with its message", async () => {
    const twice = [
      { name: 'disk', tags: [] },
      { name: 'disk', tags: [] },
    ]
    const words = 'metrics[1].name repeats the metric disk'
    expect((await failureOf(twice)).message).toBe(`Error syncing metric tags: ${words}`)
  })

  test('are not written with a revoked or missing key', async () => {
    const all = await server.tenant('all')
    const before = server.webApi.calls.length
    const key = all.updateTable('api_keys').where('name', '=', 'WEB-API-ADMIN')
    await key.set({ revoked: true }).execute()
    const error = await failureOf([{ name: 'disk', tags: [] }])
    expect(error.message).toBe(
      'Error syncing metric tags: The key WEB-API-ADMIN for the Web API is missing or revoked.',
    )
    expect(certainlyNotApplied(error)).toBe(true)
    expect(server.webApi.calls.slice(before)).toEqual([])
    await key.set({ revoked: false }).execute()
    await administration.syncMetricTags([])
  })
})
