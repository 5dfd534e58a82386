import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTenant, operatorOn } from '#kit/operator.ts'
import { aThresholdsProfile } from '#test/builders.ts'
import { invalid, malformed, noSuchItem, refusal } from '#test/refusals.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const path = 'thresholds_profiles'

describe.each(databases)('thresholds profiles on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  beforeEach(() => api.setDay('2026-07-01'))

  const get = async (id: string) => (await api.call('GET', `${path}/${id}`)).body
  const put = (id: string, body: unknown) => api.call('PUT', `${path}/${id}`, { body })
  const message = (message: string) => ({ status: 200, body: { status: { message, code: '200' } } })

  test('a new profile is returned as it was sent, with its rules in order', async () => {
    const profile = aThresholdsProfile({
      rules: [
        { endpoint_group: 'TUNDRA', host: 'a.example', metric: 'http', thresholds: 'time=1s;0:5;@~:7;0;60 size=1KB' },
        { metric: 'http', thresholds: 'time=1s;;;;' },
        { metric: 'http', thresholds: 'time=1s;;;;' },
      ],
    })
    const { status, body, text } = await api.call('POST', path, { body: profile })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: { message: 'Thresholds Profile successfully created', code: '201' } },
    })
    const [id = ''] = text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) ?? []
    expect(await get(id)).toEqual({
      status: { message: 'Success', code: '200' },
      data: [{ id, date: '2026-07-01', ...profile }],
    })
  })

  test('an empty host or endpoint group is left out, and rules are never null', async () => {
    const { name } = aThresholdsProfile()
    const rules = [{ host: '', endpoint_group: null, thresholds: 'time=1s' }]
    const id = await api.add(path, { name, rules })
    expect(await get(id)).toMatchObject({ data: [{ rules: [{ metric: '', thresholds: 'time=1s' }] }] })
    expect(JSON.stringify(await get(id))).not.toMatch(/host|endpoint_group/)
    const bare = await api.add(path, { name: `${name} bare`, rules: null })
    expect(await get(bare)).toMatchObject({ data: [{ rules: [] }] })
  })

  test('a change has one message on every day, and a delete hides the profile', async () => {
    const profile = aThresholdsProfile()
    const id = await api.add(path, profile)
    expect(await put(id, profile)).toMatchObject(message('Thresholds Profile successfully updated'))
    api.setDay('2026-07-02')
    expect(await put(id, { ...profile, rules: [] })).toMatchObject(message('Thresholds Profile successfully updated'))
    expect(await get(id)).toMatchObject({ data: [{ date: '2026-07-02', rules: [] }] })
    const deleted = message('Thresholds Profile Successfully Deleted')
    expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject(deleted)
    expect(await put(id, {})).toMatchObject(noSuchItem)
  })

  test('every invalid rule is one problem, before a name that is taken', async () => {
    const profile = aThresholdsProfile()
    await api.add(path, profile)
    const taken = refusal(409, 'Conflict', 'Thresholds profile with the same name already exists')
    expect(await api.call('POST', path, { body: profile })).toMatchObject(taken)
    const texts = ['load=1;:5', 'load=1;0:1', '', 'load=1;;', '1']
    const rules = texts.map((thresholds) => ({ metric: 'm', thresholds }))
    const problems = ['Invalid threshold: load=1;:5', 'Invalid threshold: ', 'Invalid threshold: 1']
    expect(await api.call('POST', path, { body: { ...profile, rules } })).toMatchObject({
      status: 422,
      body: {
        status: { message: 'Validation Error', code: '422', details: problems.join('; ') },
        errors: problems.map((details) => ({ message: 'Validation Failed', code: '422', details })),
      },
    })
  })

  test('a rule that has become invalid since it was stored can be kept, but not added', async () => {
    const id = await api.add(path, aThresholdsProfile())
    const document = JSON.stringify({ rules: [{ metric: 'm', thresholds: 'size=3GB' }] })
    await inTenant(operatorOn(api.database), 'ORCHARD', async (db) => {
      await sql`update thresholds_profile_versions set document = ${document}::json where item_id = ${id}::uuid`.execute(
        db,
      )
    })
    const { name } = aThresholdsProfile()
    const rules = (...texts: string[]) => texts.map((thresholds) => ({ metric: 'm', thresholds }))
    const kept = rules('size=1KB', 'size=3GB')
    expect(await put(id, { name, rules: kept })).toMatchObject({ status: 200 })
    expect(await get(id)).toMatchObject({ data: [{ rules: kept }] })
    const refused = await put(id, { name, rules: rules('size=3GB', 'size=4GB') })
    expect(refused).toMatchObject(invalid('Invalid threshold: size=4GB'))
  })

  test.each([
    ['half an object', '{"name": "x"'],
    ['a text as rule', '{"rules": ["x"]}'],
    ['a number as host', '{"rules": [{"host": 1}]}'],
  ])('%s is malformed', async (_, body) => {
    expect(await api.call('POST', path, { body })).toMatchObject(malformed)
  })
})
