import { bodyLimitOf, type Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import {
  longestAllowedTurn,
  longestRefusal,
  type MeasuredServer,
  startMeasuredServer,
} from '@quatrain/platform/testing/measured-server.ts'
import { longLists, longTexts, worstOfAnyKind } from '@quatrain/platform/testing/worst-bodies.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, consoleSettings, consoleSource, signIn } from '#test/console-process.ts'
import { allEndpoints } from '#test/declared.ts'
import { hostOf, rowsOf } from '#test/endpoint-calls.ts'
import { isOfSession, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { longestOf } from '#test/shapes.ts'
import { type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

/** Deletes are last: they remove what other samples need. */
const endpoints = (await allEndpoints())
  .filter(({ method }) => method !== 'GET')
  .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))

/** The most expensive input of an endpoint: bodies of any kind, and of the expected kind. */
function* worstFor(endpoint: Endpoint, sample: unknown) {
  const [size, schema] = [bodyLimitOf(endpoint), endpoint.body]
  yield* worstOfAnyKind(size)
  if (!schema) return
  const body = rowsOf(endpoint, sample)
  yield* longTexts(body, size)
  yield* longLists(body, size)
  yield* longLists(body, size, (list) => longestOf(schema, body, list))
}

/** How the console's own process finds its tenants. */
const names: Partial<Record<Host, string>> = { 'north.test': '127.0.0.1', 'super.test': 'localhost' }

describe.each(serverDatabases)('the most expensive bodies on $name', (kind) => {
  let there: TestApp
  let server: MeasuredServer
  let sampled: Sampled
  const browsers = new Map<Host, Browser>()
  beforeAll(async () => {
    there = await startTestApp(kind)
    sampled = await addSampled(there)
    for (const [host, domain_url] of Object.entries(names)) {
      await there.owner.updateTable('tenants').set({ domain_url }).where('domain_url', '=', host).execute()
    }
    server = await startMeasuredServer(
      consoleSource,
      consoleSettings({
        QUATRAIN_DATABASE_URL: String(there.database.url),
        QUATRAIN_WEBAPI_URL: there.webApi.url,
        QUATRAIN_HOUSEKEEPING_SECONDS: '3600',
      }),
    )
    for (const host of ['north.test', 'super.test'] as const) browsers.set(host, await signInAt(host))
  })
  afterAll(async () => {
    await server?.close()
    await there?.close()
  })

  const samplesAt = (host: Host) =>
    samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.idsAt.get(host))
  const signInAt = (host: Host) => signIn(server.url.replace('127.0.0.1', names[host] ?? ''))

  /** The caller with the most permissions there. Signing in and out uses a session of its own. */
  async function callerOf({ caller, path }: Endpoint, host: Host) {
    const isSession = isOfSession(path)
    const browser = isSession ? await signInAt(host) : browsers.get(host)
    if (!browser) throw new Error(`Nobody is at ${host}.`)
    const key = host === 'north.test' ? 'box-NORTH' : 'box-all'
    return { browser, headers: caller === 'api-key' ? { ...whatever, 'x-api-key': key } : whatever }
  }

  test.each(endpoints)('no body for $method $path blocks the server for other requests', async (endpoint) => {
    const host = hostOf(endpoint)
    const { browser, headers } = await callerOf(endpoint, host)
    const sample = sampleFor(samplesAt(host), endpoint)
    const { status } = await browser.send(endpoint.method, sample.path, sample.body, headers)
    const isExpected = status < 300 || status === 303 || status === sample.refused
    expect(isExpected, `${status} is what the sample is answered with`).toBe(true)
    for (const { what, text } of worstFor(endpoint, sample.body)) {
      const send = async () => {
        const { status, size } = await browser.send(endpoint.method, sample.path, text, headers)
        expect(refusedUnread, what).not.toContain(status)
        if (status >= 400) expect(size, what).toBeLessThan(longestRefusal)
      }
      const turn = await server.longestTurn(send)
      expect(turn, `${what}, ${text.length} bytes`).toBeLessThan(longestAllowedTurn)
    }
  })
})

/** Responses to bodies that were not validated. */
const refusedUnread = [401, 403, 405, 413, 428, 429]
