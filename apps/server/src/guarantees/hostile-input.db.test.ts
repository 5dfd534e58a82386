import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { isFullRun, oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { allEndpoints } from '#test/declared.ts'
import { fullBodyOf, hostOf } from '#test/endpoint-calls.ts'
import { isOfSession, type Sample, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { hostileHeaders, hostileTexts, hostileValues, oddJson } from '#test/hostile-values.ts'
import { sampleCall } from '#test/sample-call.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { placesIn, withValue } from '#test/shapes.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const endpoints = await allEndpoints()

interface Call {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const accepts = (schema: z.ZodType | undefined, value: unknown) => schema?.safeParse(value).success ?? false

/** An object that cannot be made a text: what is accepted before it is parsed must not become one. */
const hasNoText = (value: unknown) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'toString')

/**
 * A value that the schema accepts, which reaches the database, and one that it refuses, which is reported; in a full run
 * all that it accepts. Which ones: others for each next `turn`; one without a text wherever it is accepted.
 */
function worthSending<Value>(
  schema: z.ZodType | undefined,
  values: readonly unknown[],
  turn: number,
  containing: (value: unknown) => Value,
): Value[] {
  const start = turn % values.length
  const inTurn = [...values.slice(start), ...values.slice(0, start)]
  const isFine = (value: unknown) => accepts(schema, containing(value))
  const fine = inTurn.filter(isFine)
  const sent = isFullRun ? fine : new Set([...fine.slice(0, 1), ...fine.filter(hasNoText)])
  // What is refused at a place is much the same: outside a full run, one is tried at each second place.
  const refused = isFullRun || turn % 2 === 0 ? inTurn.filter((value) => !isFine(value)).slice(0, 1) : []
  return [...sent, ...refused].map(containing)
}

const bodiesOf = (endpoint: Endpoint, sample: unknown, turn: number) =>
  placesIn(sample).flatMap((place, index) =>
    worthSending(endpoint.body, hostileValues, turn + index, (value) => withValue(sample, place, value)),
  )

/** Addresses with a hostile value in each of their parts in turn. */
function pathsOf(endpoint: Endpoint, turn: number): string[] {
  const { path, params } = endpoint
  const given = Object(sampleCall(endpoint).params)
  const filled = (values: Readonly<Record<string, unknown>>) =>
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name]).toWellFormed()))
  return Object.keys(params?.shape ?? {}).flatMap((name, index) =>
    worthSending(params, hostileTexts, turn + index, (text) => ({ ...given, [name]: text })).map(filled),
  )
}

/** Writes are dry runs, so that later requests find their object. */
function queriesOf({ query }: Endpoint, turn: number): string[] {
  const isTried: Readonly<Record<string, string>> = query && 'dry_run' in query.shape ? { dry_run: 'true' } : {}
  const names = Object.keys(query?.shape ?? {}).filter((name) => !(name in isTried))
  return names.flatMap((name, index) =>
    worthSending(query, hostileTexts, turn + index, (text) => ({ ...isTried, [name]: String(text) })).map(
      (given) => `?${new URLSearchParams(given)}`,
    ),
  )
}

/** Headers that every request may have, and those that some endpoints use. */
const common = ['accept', 'x-forwarded-for', 'accept-encoding', 'origin', 'cookie']

function headersOf({ method, precondition, path }: Endpoint): string[] {
  const heeded = precondition === 'version' ? ['if-match'] : precondition === 'preview' ? ['if-preview-match'] : []
  return [...heeded, ...(method === 'GET' ? ['if-none-match'] : []), ...(/repos/.test(path) ? ['profiles'] : [])]
}

function hostileCalls(endpoint: Endpoint, { path, body, headers = {} }: Sample, turn: number): Call[] {
  const good = endpoint.body ? fullBodyOf(endpoint, body) : undefined
  const [address = '', search] = path.split('?')
  const suffix = search === undefined ? '' : `?${search}`
  const isWrite = endpoint.method !== 'GET'
  return [
    { path, body: good, headers },
    ...pathsOf(endpoint, turn).map((path) => ({ path: `${path}${suffix}`, body: good })),
    ...queriesOf(endpoint, turn).map((query) => ({ path: `${address}${query}`, body: good })),
    ...(endpoint.body ? bodiesOf(endpoint, good, turn).map((body) => ({ path, body })) : []),
    ...(isWrite ? oneInTurn(oddJson, turn).map((body) => ({ path, body })) : []),
    ...oneInTurn(hostileHeaders, turn).flatMap((value) => [
      { path, body: good, headers: Object.fromEntries(common.map((name) => [name, value])) },
      ...headersOf(endpoint).map((name) => ({ path, body: good, headers: { [name]: value } })),
    ]),
  ]
}

describe.each(databases)('hostile input on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  beforeAll(async () => {
    server = await startTestApp(kind)
    const combined = server.owner.updateTable('tenants').set({ combined: true, combined_from: ['SOUTH'] })
    await combined.where('name', '=', 'NORTH').execute()
    sampled = await addSampled(server)
  })
  afterAll(() => server.close())

  /**
   * The caller with the most permissions there. Signing in and out uses a session of its own, and what needs no session an address
   * of its own, because attempts are counted for each address.
   */
  async function clientFor({ caller, path }: Endpoint, host: Host, turn: number): Promise<Client> {
    if (caller === 'api-key') return server.box(host === 'north.test' ? 'box-NORTH' : 'box-all', host)
    // Wrong passwords of the login have paused that of the administrator.
    if (path.endsWith('/reauthenticate')) return server.as('member', host)
    if (!isOfSession(path) && caller !== 'anyone') return server.as('admin', host)
    const browser = server.browser(host, `198.51.${turn >> 8}.${turn % 256}`)
    await browser.send('GET', 'istenantschema')
    return browser
  }

  const turns = endpoints.map((endpoint, turn) => ({ ...endpoint, endpoint, turn }))
  test.each(turns)('hostile values sent to $method $path cause no internal error', async ({ endpoint, turn }) => {
    const host = hostOf(endpoint)
    const client = await clientFor(endpoint, host, turn)
    const samples = samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.idsAt.get(host))
    const sample = sampleFor(samples, endpoint)
    const send = ({ path, body, headers }: Call) =>
      client.send(endpoint.method, path, body, { 'if-match': '*', 'if-preview-match': '*', ...headers })
    const { status } = await send(sample)
    expect(
      status === sample.refused || status < 300 || status === 303,
      `${status} is what the sample is answered with`,
    ).toBe(true)
    const faults: unknown[] = []
    for (const call of hostileCalls(endpoint, sample, turn)) {
      const answer = await send(call)
      if (answer.status >= 500) faults.push([JSON.stringify(call).slice(0, 500), answer.body])
    }
    expect(faults).toEqual([])
  })
})
