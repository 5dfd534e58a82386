import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Tenant } from '#request/tenancy/tenancy.ts'
import { knownLists } from './known-lists.ts'
import { webApiOf } from './web-api.ts'

const tenants = ['NORTH', 'SOUTH'] as const
type Name = (typeof tenants)[number]
const aTenant = (name: Name): Tenant => ({
  id: tenants.indexOf(name),
  name,
  schemaName: name,
  domain: `${name}.test`,
  deployment: 'tenant',
  combined: false,
  combinedFrom: [],
  useServiceTitle: false,
  termsUrl: '',
  privacyUrl: '',
  samlLoginString: '',
})

/** What the service stores, and the statuses with which it has answered. */
let rows: Record<Name, number>
let hasTags: boolean
let statuses: number[] = []

/** A service with one number for each key, in rows that tell the query. */
const server = createServer((request, response) => {
  const name = tenants.find((each) => each === request.headers['x-api-key'])
  if (!name) return response.writeHead(401).end()
  // The same for all tenants: a tag is only compared with one of the same address.
  const etag = `"${rows[name]}"`
  const status = request.headers['if-none-match'] === etag ? 304 : 200
  statuses.push(status)
  response.writeHead(status, hasTags ? { etag } : {})
  const item = { tenant: name, row: rows[name], asked: request.url, filling: 'x'.repeat(100) }
  return response.end(
    status === 304 ? '' : JSON.stringify({ status: { message: 'Success', code: '200' }, data: [item] }),
  )
})
let url: string
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close().closeAllConnections())

const item = z.object({ tenant: z.string(), row: z.number(), asked: z.string() })

function start({ maxLength = 10_000, key = (name: string) => name, tags = true } = {}) {
  ;[rows, hasTags, statuses] = [{ NORTH: 1, SOUTH: 1 }, tags, []]
  const read = knownLists(({ name }) => webApiOf(async () => ({ url, key: key(name), timeout: 60_000 })), {
    maxLength,
    keptFor: 60_000,
  })(['topology', 'groups'], item)
  return (name: Name, group?: string, ...below: string[]) => read(aTenant(name), { query: { group }, below })
}

test('a list that is kept is not sent again, until it changes', async () => {
  const read = start()
  const first = await read('NORTH')
  expect(await read('NORTH')).toBe(first)
  rows.NORTH += 1
  expect(await read('NORTH')).toMatchObject([{ row: 2 }])
  expect(await read('NORTH', 'a')).toMatchObject([{ asked: '/api/v2/topology/groups?group=a' }])
  expect(statuses).toEqual([200, 304, 200, 200])
})

test('so is each list below the address', async () => {
  const read = start()
  const below = await read('NORTH', undefined, 'by_report', 'CORE')
  expect(below).toMatchObject([{ asked: '/api/v2/topology/groups/by_report/CORE' }])
  expect(await read('NORTH', undefined, 'by_report', 'CORE')).toBe(below)
  expect(await read('NORTH', undefined, 'by_report', 'OTHER')).not.toEqual(below)
  expect(statuses).toEqual([200, 304, 200])
})

test('nothing is kept of a service without entity tags, nor read with a key that was revoked', async () => {
  let isRevoked = false
  const read = start({ tags: false, key: (name) => (isRevoked ? 'revoked' : name) })
  await read('NORTH')
  await read('NORTH')
  expect(statuses).toEqual([200, 200])
  isRevoked = true
  await expect(read('NORTH')).rejects.toThrow('refused the key')
})

test('every read has the current rows of its tenant and query, whatever is kept', async () => {
  const step = fc.record({
    tenant: fc.constantFrom(...tenants),
    group: fc.constantFrom(undefined, 'a', 'b'),
    isWrite: fc.boolean(),
  })
  await fc.assert(
    // Between one list and all of them fit.
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 100, max: 2_000 }),
      async (steps, maxLength) => {
        const read = start({ maxLength })
        for (const { tenant, group, isWrite } of steps) {
          if (isWrite) rows[tenant] += 1
          const asked = `/api/v2/topology/groups?group=${group}`
          expect(await read(tenant, group)).toEqual([
            { tenant, row: rows[tenant], asked: group === undefined ? '/api/v2/topology/groups' : asked },
          ])
        }
      },
    ),
    { numRuns: 30 },
  )
})
