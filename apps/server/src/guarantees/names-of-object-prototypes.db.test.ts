import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { inheritedName, watchInheritedLookups } from '@quatrain/contract/testing/inherited-lookups.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#test/declared.ts'
import { hostOf, rowsOf } from '#test/endpoint-calls.ts'
import { sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { sampleCall } from '#test/sample-call.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { at, type Place, placesIn, withValue } from '#test/shapes.ts'
import { type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

/** Adds first, so that reads find objects with that name. */
const endpoints = (await allEndpoints())
  .filter(({ path }) => !path.endsWith('/logout'))
  .toSorted((a, b) => Number(b.method === 'POST') - Number(a.method === 'POST'))

const inheritedLookups = watchInheritedLookups()

const triedPlaces = new Set<string>()

/** The places that no endpoint of this kind has been sent yet: a change reads its body as the add does. */
function newPlaces({ path }: Endpoint, places: readonly Place[]): readonly Place[] {
  const kind = path.split('/')[4]
  return places.filter((place) => {
    const key = `${kind} ${place.filter((part) => typeof part === 'string').join('.')}`
    return !triedPlaces.has(key) && triedPlaces.add(key)
  })
}

// It tests our own code, so one database is enough.
describe.each(databases.slice(-1))('names that every object inherits, on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  beforeAll(async () => {
    server = await startTestApp(kind)
    sampled = await addSampled(server)
  })
  afterAll(() => server.close())

  const clientAt = async ({ caller }: Endpoint, host: Host) =>
    caller === 'api-key' ? server.box(host === 'north.test' ? 'box-NORTH' : 'box-all', host) : server.as('admin', host)

  /** Its sample with the name in each place of the path, the query and the body in turn, and in the whole body. */
  function* callsOf(endpoint: Endpoint, sample: { readonly path: string; readonly body?: unknown }) {
    const { path, body } = sample
    yield { path, body }
    const given = Object(sampleCall(endpoint).params)
    for (const name of Object.keys(endpoint.params?.shape ?? {})) {
      const values = { ...given, [name]: inheritedName }
      yield { path: endpoint.path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(values[part])), body }
    }
    for (const name of Object.keys(endpoint.query?.shape ?? {})) {
      yield { path: `${path}${path.includes('?') ? '&' : '?'}${name}=${inheritedName}`, body }
    }
    if (!endpoint.body) return
    const withRows = rowsOf(endpoint, body)
    for (const full of isDeepStrictEqual(body, withRows) ? [body] : [body, withRows]) {
      const places = placesIn(full).filter((place) => typeof at(full, place) === 'string')
      for (const place of isFullRun ? places : newPlaces(endpoint, places)) {
        yield { path, body: withValue(full, place, inheritedName) }
      }
      const everywhere = places.reduce((all, place) => withValue(all, place, inheritedName), full)
      yield { path, body: everywhere }
      if (endpoint.method === 'POST') yield { path: path.replace('?dry_run=true', ''), body: everywhere }
    }
    yield { path, body: { ...Object(body), [inheritedName]: 1 } }
  }

  test.each(endpoints)('$method $path finds nothing under an inherited name', async (endpoint) => {
    const host = hostOf(endpoint)
    const client = await clientAt(endpoint, host)
    const samples = samplesFor(sampled.profileOf('north.test'), { username: 'admin' }, sampled.idsAt.get(host))
    const sample = sampleFor(samples, endpoint)
    const lookups = await inheritedLookups(async () => {
      for (const { path, body } of callsOf(endpoint, sample)) {
        await client.send(endpoint.method, path, body, { ...whatever, profiles: `[${inheritedName}]` })
      }
    })
    expect(lookups).toEqual([])
  })
})
