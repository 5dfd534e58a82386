import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { someWeights } from '#test/builders.ts'
import { malformed, noSuchItem, refusal } from '#test/refusals.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const path = 'weights'
const nameTaken = refusal(409, 'Conflict', 'Weights resource with the same name already exists')

describe.each(databases)('weights on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const get = async (address: string) => (await api.call('GET', address)).body
  const put = (address: string, body: unknown) => api.call('PUT', address, { body })
  const message = (message: string) => ({ status: 200, body: { status: { message, code: '200' } } })

  test('are returned as they were sent, and are listed with that name', async () => {
    const weights = someWeights({
      groups: [
        { name: 'TUNDRA', value: 1406.5 },
        { name: 'FJORD', value: 0 },
        { name: 'ISLET', value: 1e21 },
      ],
    })
    const answer = await api.call('POST', path, { body: { ...weights, date: '1999-01-01' } })
    const [id = ''] = answer.text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) ?? []
    expect(answer).toMatchObject({
      status: 201,
      body: { status: { message: 'Weights resource succesfully created', code: '201' } },
    })
    const stored = { status: { message: 'Success', code: '200' }, data: [{ id, date: '2026-07-01', ...weights }] }
    expect(await get(`${path}/${id}`)).toEqual(stored)
    expect(await get(`${path}?name=${encodeURIComponent(weights.name)}`)).toEqual(stored)
  })

  test('have a version for each day', async () => {
    const weights = someWeights({ groups: [{ name: 'TUNDRA', value: 1 }] })
    const id = await api.add(`${path}?date=2026-06-01`, weights)
    const valued = (value: number) => ({ ...weights, groups: [{ name: 'TUNDRA', value }] })
    expect(await put(`${path}/${id}`, valued(2))).toMatchObject(
      message('Weights resource successfully updated (new history snapshot)'),
    )
    expect(await put(`${path}/${id}`, valued(3))).toMatchObject(message('Weights resource successfully updated'))
    for (const [day, value] of [
      ['2026-06-15', 1],
      ['2026-07-01', 3],
      ['2027-01-01', 3],
    ]) {
      expect(await get(`${path}/${id}?date=${day}`)).toMatchObject({ data: [{ groups: [{ value }] }] })
    }
    expect(await get(`${path}/${id}?date=2026-05-31`)).toMatchObject(noSuchItem.body)
    expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject(message('Weights resource successfully deleted'))
    expect(await get(`${path}/${id}?date=2026-06-15`)).toMatchObject(noSuchItem.body)
  })

  test('of one name are refused, also if they arrive at once', async () => {
    const body = someWeights()
    const answers = await Promise.all([1, 2, 3].map(() => api.call('POST', path, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await api.call('POST', path, { body })).toMatchObject(nameTaken)
    const other = await api.add(path, someWeights())
    expect(await put(`${path}/${other}`, body)).toMatchObject(nameTaken)
    await api.add(path, body, { key: 'HARBOR editor' })
  })

  test('need names, and one value for each group', async () => {
    const groups = [
      { name: 'TUNDRA', value: 1 },
      { name: '', value: 1 },
      { name: 'TUNDRA', value: 2 },
    ]
    const problems = ['name is required', 'groups[1].name is required', 'groups[2].name repeats the group TUNDRA']
    expect(await api.call('POST', path, { body: someWeights({ name: '', groups }) })).toMatchObject({
      status: 422,
      body: { errors: problems.map((details) => ({ message: 'Validation Failed', code: '422', details })) },
    })
  })

  test.each([
    ['half an object', '{"name": "x"'],
    ['a text as value', '{"groups": [{"name": "x", "value": "much"}]}'],
    ['an infinite value', '{"groups": [{"name": "x", "value": 1e400}]}'],
    ['a number as group', '{"groups": [1]}'],
  ])('%s is malformed', async (_, body) => {
    expect(await api.call('POST', path, { body })).toMatchObject(malformed)
  })
})
