import { keyParams } from '@quatrain/contract/kit/addresses.ts'
import { defineEndpoint } from '@quatrain/contract/kit/endpoint.ts'
import { notices } from '@quatrain/contract/kit/notices.ts'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { writeOf } from './write.ts'

const shared = { path: '/api/v2/internal/things', summary: '', deployments: ['tenant'], caller: 'user' } as const
const thing = z.object({ name: z.string() })
const change = defineEndpoint({
  ...shared,
  method: 'PUT',
  precondition: 'version',
  body: thing,
  answer: thing.extend(notices.shape),
})
const remove = defineEndpoint({ ...shared, method: 'DELETE', precondition: 'version', answer: notices })

const answering = (status: number, text: string | null) =>
  vi.stubGlobal('fetch', async () => new Response(text, { status }))

const changed = () => writeOf(change, { body: { name: 'a' } }).send({})
const removed = () => writeOf(remove, {}).send({})

test.each(['<!doctype html><title>Sign in</title>', '', 'null', '[]', '"saved"', '42', 'true', '{"name":'])(
  'a write with the response 200 and %j has failed',
  async (text) => {
    answering(200, text)
    await expect(changed()).rejects.toMatchObject({ code: 'unexpected_answer' })
    await expect(removed()).rejects.toMatchObject({ code: 'unexpected_answer' })
  },
)

test('a write whose response contains another object than the saved one has failed', async () => {
  answering(200, '{"location":"https://sso.example.org"}')
  await expect(changed()).rejects.toMatchObject({ code: 'unexpected_answer' })
})

test('a delete succeeds with an empty response or with notices', async () => {
  answering(204, null)
  await expect(removed()).resolves.toMatchObject({ record: {} })
  answering(200, '{"deleted":"Metric ping has been deleted"}')
  await expect(removed()).resolves.toMatchObject({ notices: { deleted: 'Metric ping has been deleted' } })
})

test("a refusal that is not the server's own shows the status and the request", async () => {
  const refusing = (statusText: string) =>
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502, statusText }))
  refusing('Bad Gateway')
  await expect(changed()).rejects.toThrow(/^502 Bad Gateway in PUT \/api\/v2\/internal\/things$/)
  await expect(removed()).rejects.toThrow(/^502 Bad Gateway in DELETE \/api\/v2\/internal\/things$/)
  const read = defineEndpoint({
    ...shared,
    path: '/api/v2/internal/things/:key',
    params: keyParams,
    method: 'GET',
    answer: thing,
  })
  await expect(call(read, { params: { key: 'a b' } })).rejects.toThrow(
    '502 Bad Gateway in fetch /api/v2/internal/things/a%20b',
  )
  // HTTP/2 has no reason phrases.
  refusing('')
  await expect(changed()).rejects.toThrow('502 in PUT /api/v2/internal/things')
})

test('a change returns the whole stored object, including fields that the contract does not contain yet', async () => {
  answering(200, '{"name":"a","future":1,"warning":"Look"}')
  const { record, notices } = await changed()
  expect(record).toMatchObject({ name: 'a', future: 1 })
  expect(notices).toEqual({ warning: 'Look' })
})
