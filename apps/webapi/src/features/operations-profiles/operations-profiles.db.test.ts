import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anOperationsProfile } from '#test/builders.ts'
import { malformed, noSuchItem, refusal } from '#test/refusals.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const path = 'operations_profiles'

describe.each(databases)('operations profiles on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const get = async (id: string, query = '') => (await api.call('GET', `${path}/${id}${query}`)).body
  const put = (id: string, body: unknown) => api.call('PUT', `${path}/${id}`, { body })
  const message = (message: string) => ({ status: 200, body: { status: { message, code: '200' } } })

  test('a new profile is returned as it was sent, from its day on', async () => {
    const profile = anOperationsProfile()
    const answer = await api.call('POST', path, { body: { ...profile, id: randomUUID(), date: '1999-01-01' } })
    expect(answer).toMatchObject({
      status: 201,
      body: { status: { message: 'Operations Profile successfully created', code: '201' } },
    })
    const [id = ''] = answer.text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) ?? []
    expect(await get(id)).toEqual({
      status: { message: 'Success', code: '200' },
      data: [{ id, date: '2026-07-01', ...profile }],
    })
    expect(await get(id, '?date=2026-06-30')).toMatchObject(noSuchItem.body)
  })

  test('a change says whether the day is a new one, and a delete hides the profile', async () => {
    const profile = anOperationsProfile()
    const id = await api.add(path, profile)
    expect(await put(id, profile)).toMatchObject(message('Operations Profile successfully updated'))
    api.setDay('2026-07-02')
    const changed = 'Operations Profile successfully updated (new history snapshot)'
    expect(await put(id, profile)).toMatchObject(message(changed))
    const deleted = message('Operations Profile Successfully Deleted')
    expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject(deleted)
    expect(await put(id, {})).toMatchObject(noSuchItem)
  })

  test('states are checked before the name', async () => {
    const profile = anOperationsProfile()
    await api.add(path, profile)
    const taken = refusal(409, 'Conflict', 'Operations profile with the same name already exists')
    expect(await api.call('POST', path, { body: profile })).toMatchObject(taken)
    const problems = [
      'Default Down State:  not in available States',
      'Default Missing State:  not in available States',
      'Default Unknown State:  not in available States',
    ]
    expect(await api.call('POST', path, { body: { name: profile.name } })).toMatchObject({
      status: 422,
      body: {
        status: { message: 'Validation Error', code: '422', details: problems.join('; ') },
        errors: problems.map((details) => ({ message: 'Validation Failed', code: '422', details })),
      },
    })
  })

  test.each([
    ['half an object', '{"name": "x"'],
    ['a number as state', '{"available_states": [1]}'],
    ['a text as defaults', '{"defaults": "UP"}'],
    ['an object as truth table', '{"operations": [{"truth_table": {}}]}'],
  ])('%s is malformed', async (_, body) => {
    expect(await api.call('POST', path, { body })).toMatchObject(malformed)
  })
})
