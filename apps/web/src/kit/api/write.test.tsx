import { keyParams } from '@quatrain/contract/kit/addresses.ts'
import { defineEndpoint } from '@quatrain/contract/kit/endpoint.ts'
import { notices } from '@quatrain/contract/kit/notices.ts'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { writeOf } from './write.ts'

const shared = { path: '/api/v2/internal/things', summary: '', deployments: ['tenant'], caller: 'signed-in' } as const
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
  'a write that is answered 200 with %j has not been made',
  async (text) => {
    answering(200, text)
    await expect(changed()).rejects.toMatchObject({ code: 'unexpected_answer' })
    await expect(removed()).rejects.toMatchObject({ code: 'unexpected_answer' })
  },
)

test('a write that is answered with another object than what it has saved has not been made', async () => {
  answering(200, '{"location":"https://sso.example.org"}')
  await expect(changed()).rejects.toMatchObject({ code: 'unexpected_answer' })
})

test('a delete is done when it is answered without content, or with what it has to say', async () => {
  answering(204, null)
  await expect(removed()).resolves.toMatchObject({ record: {} })
  answering(200, '{"deleted":"Metric ping has been deleted"}')
  await expect(removed()).resolves.toMatchObject({ notices: { deleted: 'Metric ping has been deleted' } })
})

test('a refusal that is not ours says the status and what was asked', async () => {
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
  // HTTP/2 has no status texts.
  refusing('')
  await expect(changed()).rejects.toThrow('502 in PUT /api/v2/internal/things')
})

test('a change answers with all of what is stored now, also what the contract does not name yet', async () => {
  answering(200, '{"name":"a","later":1,"warning":"Look"}')
  const { record, notices } = await changed()
  expect(record).toMatchObject({ name: 'a', later: 1 })
  expect(notices).toEqual({ warning: 'Look' })
})
