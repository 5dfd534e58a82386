import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { type Answer, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const headerOf = { version: 'if-match', preview: 'if-preview-match' } as const

describe.each(databases)('preconditions of writes, on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  let guarded: { endpoint: Endpoint; header: string; host: Host }[]
  beforeAll(async () => {
    server = await startTestApp(kind)
    sampled = await addSampled(server)
    guarded = declaredEndpoints(server.app).flatMap((endpoint) => {
      const { precondition, deployments, caller } = endpoint
      if (!precondition || precondition === 'none') return []
      const isCatalogue = typeof caller === 'object' && caller.resource.access.super?.write === 'superusers'
      const isAtSuper = deployments.includes('super') && (isCatalogue || !deployments.includes('tenant'))
      const host = isAtSuper ? 'super.test' : 'north.test'
      return [{ endpoint, header: headerOf[precondition], host }]
    })
  })
  afterAll(() => server.close())

  /** Performs the sample of an endpoint with only `headers`. */
  async function write(endpoint: Endpoint, host: Host, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const samples = samplesFor(sampled.profileOf('north.test'), { groups: ['operations'] }, sampled.idsAt.get(host))
    const { path, body } = sampleFor(samples, endpoint)
    const client = await server.as('admin', host)
    return client.send(endpoint.method, path.replace('?dry_run=true', ''), body, headers)
  }
  const recorded = async () =>
    (
      await server.owner
        .selectFrom('activity')
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirst()
    )?.rows

  test('both kinds of writes exist', () => {
    expect(new Set(guarded.map(({ header }) => header))).toEqual(new Set(['if-match', 'if-preview-match']))
  })

  test('a write without its precondition is refused with 428 and changes nothing', async () => {
    const before = await recorded()
    for (const { endpoint, header, host } of guarded) {
      const other = header === 'if-match' ? 'if-preview-match' : 'if-match'
      for (const headers of [{}, { [other]: '*' }]) {
        const { status, body } = await write(endpoint, host, headers)
        expect([status, body.code], nameOf(endpoint)).toEqual([428, 'version_required'])
        expect(body.detail.toLowerCase(), nameOf(endpoint)).toContain(header)
      }
    }
    expect(await recorded()).toBe(before)
  })

  test('a write with an outdated precondition is refused with 412 and changes nothing', async () => {
    const before = await recorded()
    for (const { endpoint, header, host } of guarded) {
      const { status, body } = await write(endpoint, host, { [header]: '"of yore"' })
      expect([status, body.code], nameOf(endpoint)).toEqual([412, 'stale_version'])
    }
    expect(await recorded()).toBe(before)
  })

  test('* overwrites any state', async () => {
    for (const { endpoint, header, host } of guarded.filter(({ header }) => header === 'if-preview-match')) {
      const { status, body } = await write(endpoint, host, { [header]: '*' })
      expect(status, `${nameOf(endpoint)} ${JSON.stringify(body)}`).toBe(200)
    }
  })
})
