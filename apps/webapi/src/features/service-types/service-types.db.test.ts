import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aServiceType } from '#test/builders.ts'
import { malformed, nothingFound, refusal } from '#test/refusals.ts'
import { storedServiceTypes } from '#test/stored.ts'
import { type Call, startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const path = 'topology/service-types'
const wrongDay = refusal(400, 'Bad Request', 'date parameter value: 2026-7-1 is not in the valid form of YYYY-MM-DD')

const takenOn = (day: string) => {
  const result = `Topology list of service types already exists for date: ${day}, please either update it or delete it first!`
  return { status: 409, body: { message: result, code: '409' } }
}

describe.each(databases)('service types on $name', (kind) => {
  let api: WebApiUnderTest
  let tenants = 0
  let key: string
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())
  // A tenant has one list, so every test has a tenant of its own.
  beforeEach(async () => {
    api.setDay('2026-07-01')
    tenants += 1
    key = `QUAY${tenants} editor`
    await api.provision(`QUAY${tenants}`)
  })

  const request = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', query = '', body?: unknown, options: Call = {}) =>
    api.call(method, `${path}${query}`, { key, ...options, ...(body !== undefined && { body }) })
  const namesOn = async (query = '') =>
    [...(await request('GET', query)).text.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name)

  describe('a list', () => {
    test('is written as a whole and read back by name, each entry with its day', async () => {
      const mail = { name: 'mail', title: '', description: 'Mail', tags: ['topology', 'x'], tenant: 'NORDIC' }
      expect(await request('POST', '', [{ name: 'web.portal', title: 'Portal', tags: [] }, mail])).toMatchObject({
        status: 201,
        body: { message: 'Topology of 2 service types created for date: 2026-07-01', code: '201' },
      })

      const answer = await request('GET')
      expect(answer).toMatchObject({ status: 200, headers: { etag: expect.stringMatching(/^"\d+\.2026-07-01\.1"$/) } })
      expect(answer.body).toEqual({
        status: { message: 'Success', code: '200' },
        data: [
          { date: '2026-07-01', ...mail },
          { date: '2026-07-01', name: 'web.portal', title: 'Portal', description: '' },
        ],
      })
      expect(Object.keys(mail)).toEqual(['name', 'title', 'description', 'tags', 'tenant'])
    })

    test('accepts field names in any case and null as missing, and ignores unknown fields', async () => {
      await request('POST', '', '[{"NAME": "web", "title": null, "Tags": null, "date": "1999-01-01", "id": 7}]')
      expect(await request('GET')).toMatchObject({
        body: { data: [{ date: '2026-07-01', name: 'web', title: '', description: '' }] },
      })
    })

    test('may be empty, and exists then', async () => {
      await request('POST', '?date=2026-06-01', [aServiceType()])
      for (const body of ['[]', 'null']) {
        expect(await request('POST', '', body)).toMatchObject({
          status: 201,
          body: { message: 'Topology of 0 service types created for date: 2026-07-01', code: '201' },
        })
        expect(await request('GET')).toMatchObject({ status: 200, body: { data: [] } })
        await request('DELETE')
      }
    })

    test('with thousands of entries is returned as it was sent', async () => {
      const types = Array.from({ length: 3_000 }, (_, at) => aServiceType({ name: `service ${10_000 + at}` }))
      await request('POST', '', types.toReversed())
      const { body } = await request('GET')
      expect(body).toMatchObject({ data: types })
    })

    test('replaces characters that the database cannot store', async () => {
      await request('POST', '', '[{"name": "a\\u0000\\ud800", "tags": ["\\u0000"]}]')
      expect(await request('GET')).toMatchObject({ body: { data: [{ name: 'a\ufffd\ufffd', tags: ['\ufffd'] }] } })
    })
  })

  describe('refused lists', () => {
    test.each([
      ['nothing', ''],
      ['half a list', '[{"name": "x"}'],
      ['text after the value', '[] x'],
      ['an object', '{"name": "x"}'],
      ['a text in the list', '["x"]'],
      ['a number as name', '[{"name": 1}]'],
      ['an object as tags', '[{"name": "x", "tags": {}}]'],
      ['a number as tag', '[{"name": "x", "tags": [1]}]'],
    ])('%s', async (_, body) => {
      for (const method of ['POST', 'PUT'] as const) expect(await request(method, '', body)).toMatchObject(malformed)
      expect(await request('GET')).toMatchObject(nothingFound)
    })

    test('with missing or repeated names report all of them', async () => {
      const problems = ['[1].name repeats the service type web', '[2].name is required', '[3].name is required']
      for (const method of ['POST', 'PUT'] as const) {
        expect(await request(method, '', [{ name: 'web' }, { name: 'web' }, {}, null])).toMatchObject({
          status: 422,
          body: {
            status: { message: 'Validation Error', code: '422', details: problems.join('; ') },
            errors: problems.map((details) => ({ message: 'Validation Failed', code: '422', details })),
          },
        })
      }
      expect(await request('GET')).toMatchObject(nothingFound)
    })

    test('report an invalid day first, then the body, then an existing list, which clients would delete', async () => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        expect(await request(method, '?date=2026-7-1', method[0] === 'P' ? '{' : undefined)).toMatchObject(wrongDay)
      }
      await request('POST', '', [aServiceType()])
      expect(await request('POST', '', '{')).toMatchObject(malformed)
      expect(await request('POST', '', [{ name: 'web' }, {}])).toMatchObject({ status: 422 })
      expect(await request('POST', '', [aServiceType()])).toMatchObject(takenOn('2026-07-01'))
    })
  })

  describe('days', () => {
    test('the latest list up to the day is in force, and none before the first one', async () => {
      const day = (date: string, name: string) => request('POST', `?date=${date}`, [aServiceType({ name })])
      await day('2026-05-01', 'may')
      await day('2026-08-01', 'august')
      await day('2026-06-01', 'june')

      expect(await request('GET', '?date=2026-04-30')).toMatchObject(nothingFound)
      expect(await namesOn('?date=2026-05-31')).toEqual(['may'])
      expect(await namesOn()).toEqual(['june'])
      expect(await request('GET')).toMatchObject({ body: { data: [{ date: '2026-06-01' }] } })
      expect(await namesOn('?date=2027-01-01')).toEqual(['august'])
      api.setDay('2026-08-01')
      expect(await namesOn('?date=')).toEqual(['august'])
    })

    test('a list of a day is not written twice, that of another day is', async () => {
      await request('POST', '', [aServiceType({ name: 'first' })])
      expect(await request('POST', '', [aServiceType()])).toMatchObject(takenOn('2026-07-01'))
      expect(await namesOn()).toEqual(['first'])
      expect(await request('POST', '?date=2026-07-02', [aServiceType()])).toMatchObject({ status: 201 })
    })

    test('one of several concurrent lists for one day is stored', async () => {
      const answers = await Promise.all([1, 2, 3, 4, 5].map((turn) => request('POST', '', [{ name: `turn ${turn}` }])))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
      expect(await namesOn()).toHaveLength(1)
    })
  })

  describe('deleting', () => {
    test('removes the list of exactly that day, and the one before is in force again', async () => {
      await request('POST', '?date=2026-06-01', [aServiceType({ name: 'june' })])
      await request('POST', '', [aServiceType(), aServiceType()])
      expect(await request('DELETE')).toMatchObject({
        status: 200,
        body: { message: 'Topology of 2 service types deleted for date: 2026-07-01', code: '200' },
      })

      expect(await namesOn()).toEqual(['june'])
      expect(await request('DELETE')).toMatchObject(nothingFound)
      expect(await request('DELETE', '?date=2026-06-30')).toMatchObject(nothingFound)
      expect(await request('POST', '', [aServiceType({ name: 'july' })])).toMatchObject({ status: 201 })
      expect(await namesOn()).toEqual(['july'])
    })

    test('the only list leaves none', async () => {
      await request('POST', '', [aServiceType()])
      await request('DELETE')
      expect(await request('GET')).toMatchObject(nothingFound)
    })
  })

  describe('changing', () => {
    test('replaces the list of the day in one step, or adds it', async () => {
      expect(await request('PUT', '', [aServiceType({ name: 'first' })])).toMatchObject({
        status: 200,
        headers: { etag: expect.stringMatching(/^"\d+\.2026-07-01\.1"$/) },
        body: { message: 'Topology of 1 service types updated for date: 2026-07-01', code: '200' },
      })
      await request('PUT', '', [aServiceType({ name: 'second' })])
      expect(await namesOn()).toEqual(['second'])
      await request('PUT', '?date=2026-06-01', [aServiceType({ name: 'june' })])
      expect(await namesOn()).toEqual(['second'])
      expect(await namesOn('?date=2026-06-15')).toEqual(['june'])
    })

    test('keeps every version with its author', async () => {
      await request('POST', '', [{ name: 'first' }])
      await request('DELETE', '', undefined, { key: key.replace('editor', 'admin') })
      await request('PUT', '', [{ name: 'third' }])

      expect(await storedServiceTypes(api.database, key.replace(' editor', ''))).toMatchObject([
        { number: 1, changed_by: 'editor', document: [{ name: 'first' }] },
        { number: 2, changed_by: 'admin', document: null },
        { number: 3, changed_by: 'editor', document: [{ name: 'third' }] },
      ])
    })
  })

  describe('If-Match', () => {
    const changedMeanwhile = refusal(
      412,
      'Precondition Failed',
      'the list that is in force on that day is not the one in If-Match',
    )
    const seen = async () => ({ headers: { 'if-match': String((await request('GET')).headers.etag) } })

    test('refers to the list that was in force, including one of an earlier day', async () => {
      await request('POST', '?date=2026-06-01', [{ name: 'june' }])
      const before = await seen()
      expect(await request('POST', '', [{ name: 'july' }], before)).toMatchObject({ status: 201 })
      for (const [method, body] of [['PUT', []], ['DELETE']] as const) {
        expect(await request(method, '', body, before)).toMatchObject(changedMeanwhile)
      }
      expect(await request('POST', '?date=2026-07-02', [], before)).toMatchObject(changedMeanwhile)
      expect(await namesOn('?date=2026-07-02')).toEqual(['july'])
      expect(await request('PUT', '', [], await seen())).toMatchObject({ status: 200 })
      expect(await request('DELETE', '', undefined, await seen())).toMatchObject({ status: 200 })
    })

    test('matches nothing if there is no list, and * if there is one', async () => {
      const anything = { headers: { 'if-match': '*' } }
      expect(await request('POST', '', [], anything)).toMatchObject(changedMeanwhile)
      await request('POST', '', [])
      expect(await request('PUT', '', [], anything)).toMatchObject({ status: 200 })
    })

    test('lets one of two concurrent writes win', async () => {
      await request('POST', '?date=2026-06-01', [{ name: 'june' }])
      const before = await seen()
      const answers = await Promise.all(['left', 'right'].map((name) => request('PUT', '', [{ name }], before)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    })

    test('never matches a reused tag, whatever is deleted and written', async () => {
      await request('POST', '', [{ name: 'first' }])
      const before = await seen()
      await request('DELETE')
      await request('POST', '', [{ name: 'first' }])
      expect(await request('PUT', '', [], before)).toMatchObject(changedMeanwhile)
    })
  })

  describe('a service type of both a connector and the console', () => {
    const fed = { name: 'web', description: 'As fed', tags: ['topology', 'x'] }
    const entered = { name: 'web', title: 'Portal', description: 'As entered', tags: ['poem'] }
    const entries = async () => {
      const { body } = await request('GET')
      return (body as { data: object[] }).data
    }

    test.each([
      ['the feed first', [fed, entered]],
      ['the console first', [entered, fed]],
    ])(
      "becomes one entry, %s: with the tags of both, and users' texts before those of the connector",
      async (_, both) => {
        for (const method of ['POST', 'PUT'] as const) {
          expect((await request(method, '', [...both, { name: 'mail', tags: ['topology'] }])).body).toMatchObject({
            message: expect.stringContaining('Topology of 2 service types'),
          })
          expect(await entries()).toMatchObject([{ name: 'mail' }, { ...entered, tags: ['poem', 'topology', 'x'] }])
        }
      },
    )

    test('has its empty texts filled from the other origin', async () => {
      await request('POST', '', [
        { ...fed, title: 'Fed' },
        { name: 'web', tags: ['poem'] },
      ])
      expect(await entries()).toMatchObject([{ title: 'Fed', description: 'As fed', tags: ['poem', 'topology', 'x'] }])
    })

    test('is refused if one origin repeats it, even on a day with a list, so that clients do not delete that list', async () => {
      await request('POST', '', [entered])
      for (const twice of [
        [fed, fed],
        [entered, fed, entered],
      ]) {
        expect(await request('POST', '', twice)).toMatchObject({ status: 422 })
      }
    })
  })

  describe('titles', () => {
    const web = { name: 'web', title: 'Portal', description: 'x', tags: ['poem'] }
    const { title: _, ...untitled } = web
    const title = async (query = '') => {
      const { body } = await request('GET', query)
      return (body as { data: { title: string }[] }).data[0]?.title
    }

    test('are kept by writes without them: on another day, in place, and after the day was deleted', async () => {
      await request('POST', '', [web])
      await request('POST', '?date=2026-07-02', [untitled])
      expect(await title('?date=2026-07-02')).toBe('Portal')

      await request('PUT', '', [{ ...untitled, title: null }])
      expect(await title()).toBe('Portal')
      await request('DELETE')
      expect(await request('POST', '', [untitled])).toMatchObject({ status: 201 })
      expect(await title()).toBe('Portal')
    })

    test('are those that the day had last, before those of earlier days', async () => {
      await request('POST', '?date=2026-06-01', [web, { name: 'x', title: 'Known in June' }])
      await request('POST', '', [{ ...web, title: 'Since July' }])
      await request('DELETE')
      await request('POST', '', [untitled, { name: 'x' }])
      expect(await request('GET')).toMatchObject({
        body: { data: [{ title: 'Since July' }, { title: 'Known in June' }] },
      })
    })

    test('are removed by an explicit empty title', async () => {
      await request('POST', '', [web])
      await request('PUT', '', [{ ...web, title: '' }])
      expect(await title()).toBe('')
      await request('PUT', '', [untitled])
      expect(await title()).toBe('')
    })
  })

  test("another tenant's list is neither visible nor changed", async () => {
    await request('POST', '', [{ name: 'mine' }])
    const theirs = { key: 'HARBOR admin' }
    expect(await request('GET', '', undefined, theirs)).toMatchObject(nothingFound)
    expect(await request('DELETE', '', undefined, theirs)).toMatchObject(nothingFound)
    expect(await request('POST', '', [{ name: 'theirs' }], theirs)).toMatchObject({ status: 201 })
    expect(await namesOn()).toEqual(['mine'])
  })

  test('a read takes the same number of statements for any number of days and entries', async () => {
    const count = async () => {
      await request('GET')
      const statements: string[] = []
      const stop = api.database.observe((statement) => statements.push(statement))
      await request('GET')
      stop()
      return statements.length
    }
    await request('POST', '?date=2026-01-01', [aServiceType()])
    const few = await count()
    for (let day = 10; day < 29; day++) await request('POST', `?date=2026-02-${day}`, [aServiceType(), aServiceType()])
    expect(await count()).toBe(few)
    expect(few).toBeLessThanOrEqual(4)
  })
})
