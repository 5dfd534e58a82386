import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inTenant, operatorOn } from '#kit/operator.ts'
import { aGroup, anEndpoint } from '#test/builders.ts'
import { malformed, nothingFound, refusal } from '#test/refusals.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const kinds = [
  { kind: 'groups', table: 'topology_groups', row: aGroup },
  { kind: 'endpoints', table: 'topology_endpoints', row: anEndpoint },
] as const

describe.each(databases)('days of the topology on $name', (database) => {
  let api: WebApiUnderTest
  let running: Promise<WebApiUnderTest> | undefined
  let tenants = 0
  /** Every test has its own tenant. */
  let key = ''
  beforeEach(async () => {
    running ??= startWebApi(database)
    api = await running
    tenants += 1
    await api.provision(`T${tenants}`)
    key = `T${tenants} editor`
  })
  afterAll(() => api.close())

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}) =>
    api.call(method, `topology/${path}`, { key, headers, ...(body !== undefined && { body }) })

  describe.each(kinds)('$kind', ({ kind, table, row }) => {
    const post = (day: string, body: unknown) => call('POST', `${kind}?date=${day}`, body)
    const get = (day: string) => call('GET', `${kind}?date=${day}`)
    const written = (count: number, what: string, date: string, code = 201) => ({
      status: code,
      body: { message: `Topology of ${count} ${kind} ${what} for date: ${date}`, code: String(code) },
    })
    const on = (date: string, rows: readonly object[]) => ({
      status: 200,
      body: { status: { message: 'Success', code: '200' }, data: rows.map((row) => ({ date, ...row })) },
    })
    const storedRows = () =>
      inTenant(operatorOn(api.database), `T${tenants}`, async (db, tenant) => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from ${sql.table(table)} where tenant_id = ${tenant}`.execute(db)
        return rows[0]?.count
      })

    test('a list is in force until the day of the next one', async () => {
      const [old, recent] = [[row()], [row(), row()]]
      expect(await get('2026-06-01')).toMatchObject(nothingFound)
      expect(await post('2026-06-10', recent)).toMatchObject(written(2, 'created', '2026-06-10'))
      expect(await post('2026-06-01', old)).toMatchObject(written(1, 'created', '2026-06-01'))

      expect(await get('2026-05-31')).toMatchObject(nothingFound)
      expect(await get('2026-06-09')).toMatchObject(on('2026-06-01', old))
      expect(await get('2027-01-01')).toMatchObject(on('2026-06-10', recent))
      expect(await call('GET', kind)).toMatchObject(on('2026-06-10', recent))
    })

    test('a day that has a list is refused, and keeps it', async () => {
      const rows = [row()]
      await post('2026-06-01', rows)
      const taken = await post('2026-06-01', [row()])
      const message = 'Topology already exists for date: 2026-06-01, please either update it or delete it first!'
      expect(taken).toMatchObject({ status: 409 })
      expect(taken.body).toEqual({ message, code: '409' })
      expect(await get('2026-06-01')).toMatchObject(on('2026-06-01', rows))
    })

    test('of several lists that are posted for a day at once, exactly one is stored', async () => {
      const lists = Array.from({ length: 6 }, () => [row(), row()])
      const answers = await Promise.all(lists.map((list) => post('2026-06-01', list)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
      const winner = lists[answers.findIndex(({ status }) => status === 201)] ?? []
      expect(await get('2026-06-01')).toMatchObject(on('2026-06-01', winner))
    })

    test('an empty list clears the day', async () => {
      await post('2026-06-01', [row()])
      expect(await post('2026-06-02', [])).toMatchObject(written(0, 'created', '2026-06-02'))
      expect(await get('2026-06-02')).toMatchObject(on('2026-06-02', []))
      expect(await post('2026-06-03', 'null')).toMatchObject(written(0, 'created', '2026-06-03'))
    })

    test('a deleted list makes room for another one, and can be restored', async () => {
      const [before, deleted] = [[row()], [row(), row()]]
      await post('2026-06-01', before)
      await post('2026-06-02', deleted)
      expect(await call('DELETE', `${kind}?date=2026-06-02`)).toMatchObject(written(2, 'deleted', '2026-06-02', 200))
      expect(await call('DELETE', `${kind}?date=2026-06-02`)).toMatchObject(nothingFound)
      expect(await get('2026-06-02')).toMatchObject(on('2026-06-01', before))

      const restore = () => call('POST', `${kind}/restore?date=2026-06-02`)
      expect(await restore()).toMatchObject(written(2, 'restored', '2026-06-02'))
      expect(await get('2026-06-02')).toMatchObject(on('2026-06-02', deleted))
      expect(await restore()).toMatchObject(nothingFound)

      await call('DELETE', `${kind}?date=2026-06-02`)
      const again = [row()]
      expect(await post('2026-06-02', again)).toMatchObject(written(1, 'created', '2026-06-02'))
      expect(await get('2026-06-02')).toMatchObject(on('2026-06-02', again))
    })

    test('PUT replaces the list of a day in one step, if it is the one that was read', async () => {
      const [first, second] = [[row()], [row()]]
      expect(await call('PUT', `${kind}?date=2026-06-01`, first)).toMatchObject(
        written(1, 'updated', '2026-06-01', 200),
      )
      const etag = String((await get('2026-06-01')).headers.etag)
      const put = (match: string) => call('PUT', `${kind}?date=2026-06-01`, second, { 'if-match': match })
      expect(await put('"other"')).toMatchObject({ status: 412 })
      expect(await put(etag)).toMatchObject({ status: 200 })
      expect(await put(etag)).toMatchObject({ status: 412 })
      expect(await get('2026-06-01')).toMatchObject(on('2026-06-01', second))
    })

    test('days with the same rows store no rows, and a changed row stores one', async () => {
      const rows = [row(), row(), row()]
      await post('2026-06-01', rows)
      await post('2026-06-02', rows.toReversed())
      expect(await storedRows()).toBe(3)
      const changed = [...rows.slice(1), row()]
      await post('2026-06-03', changed)
      expect(await storedRows()).toBe(4)
      await post('2026-06-04', rows)
      await post('2026-05-01', changed)
      expect(await storedRows()).toBe(4)

      const sets = await Promise.all(['2026-05-01', '2026-06-02', '2026-06-03', '2026-06-04'].map(get))
      const names = ({ text }: { text: string }) => (text.match(/(site |host)\d+/g) ?? []).sort()
      const expected = [changed, rows, changed, rows].map((list) => names({ text: JSON.stringify(list) }))
      expect(sets.map(names)).toEqual(expected)
    })

    test('repeated rows are stored once', async () => {
      const [one, other] = [row(), row()]
      expect(await post('2026-06-01', [one, other, one])).toMatchObject(written(2, 'created', '2026-06-01'))
      expect(await get('2026-06-01')).toMatchObject(on('2026-06-01', [one, other]))
    })

    test('a list that is larger than a batch is stored as a whole, then only its new rows with their tags', async () => {
      const long = 'x'.repeat(5_000)
      const tagged = (index: number) => row({ tags: { index: String(index), long, parity: String(index % 2) } })
      const rows = Array.from({ length: 250 }, (_, index) => tagged(index))
      expect(await post('2026-06-01', [...rows, ...rows.slice(0, 3)])).toMatchObject(
        written(250, 'created', '2026-06-01'),
      )
      const added = [tagged(250), tagged(251)]
      await post('2026-06-02', [...rows.slice(0, 100), ...added, ...rows.slice(101)])
      expect(await storedRows()).toBe(252)

      const indexes = async (day: string, tags: string) => {
        const { text } = await call('GET', `${kind}?date=${day}&tags=${tags}`)
        return [...text.matchAll(/"index":"(\d+)"/g)]
          .map(([, index]) => Number(index))
          .sort((one, other) => one - other)
      }
      const odd = Array.from({ length: 125 }, (_, index) => 2 * index + 1)
      expect(await indexes('2026-06-01', 'parity:1')).toEqual(odd)
      expect(await indexes('2026-06-02', 'parity:1')).toEqual([...odd, 251])
      expect(await indexes('2026-06-02', 'index:100,parity:0')).toEqual([])
      expect(await indexes('2026-06-01', 'index:100,parity:0')).toEqual([100])
      expect(await indexes('2026-06-02', 'index:250,long:xx*')).toEqual([250])
    })

    test('every member of a row is kept, and members are read leniently', async () => {
      const full = row({
        notifications: { contacts: ['a@example.org'], enabled: true },
        tags: { 'a.b:c': 'x, "y"', monitored: '1', ünï: '𝄞 \\ \n' },
        tenant: 'ORCHARD',
      })
      await post('2026-06-01', [full])
      expect(await get('2026-06-01')).toMatchObject(on('2026-06-01', [full]))

      const { tags: _, ...bare } = row()
      const upper = Object.fromEntries(Object.entries(bare).map(([name, value]) => [name.toUpperCase(), value]))
      const notifications = { contacts: [], enabled: false }
      await post('2026-06-02', [{ ...upper, notifications, tags: null, date: 'x', unknown: [1] }])
      expect(await get('2026-06-02')).toMatchObject(on('2026-06-02', [{ ...bare, notifications: {}, tags: {} }]))
    })

    test.each(['', '{}', '[', '[{]', '[1]', '[{"tags":{"a":1}}]', '[{"group":1}]', '[{}] x', '[{},]'])(
      'the body %j is malformed',
      async (body) => {
        expect(await post('2026-06-01', body)).toMatchObject(malformed)
        expect(await get('2026-06-01')).toMatchObject(nothingFound)
      },
    )

    test('a row that nothing can use is left out, which the answer and its own address say, and costs no other', async () => {
      const rows = [row(), row({ tags: { '': '1' } })]
      const long = 'x'.repeat(513)
      const sent = [rows[0], row({ group: ' ' }), row({ type: long }), row({ tags: { [long]: '1' } }), rows[1]]
      const leftOut = {
        count: 3,
        rows: [
          { index: 1, problem: 'group is required', fields: { group: ' ' } },
          { index: 2, problem: 'type must be 512 characters or fewer', fields: { type: `${'x'.repeat(100)}…` } },
          { index: 3, problem: 'the name of a tag must be 512 characters or fewer' },
        ],
      }
      expect(await post('2026-06-01', sent)).toMatchObject({
        status: 201,
        body: {
          message: `Topology of 2 ${kind} created for date: 2026-06-01, without 3 of the rows ([1].group is required; 2 more)`,
          left_out: leftOut,
        },
      })
      expect(await get('2026-06-01')).toMatchObject(on('2026-06-01', rows))
      const told = (day: string) => call('GET', `${kind}/left-out?date=${day}`)
      expect(await told('2026-06-09')).toMatchObject({
        status: 200,
        body: { data: [{ date: '2026-06-01', ...leftOut }] },
      })
      await call('DELETE', `${kind}?date=2026-06-01`)
      expect(await told('2026-06-01')).toMatchObject(nothingFound)
      await call('POST', `${kind}/restore?date=2026-06-01`)
      expect(await told('2026-06-01')).toMatchObject({ body: { data: [leftOut] } })
      await call('PUT', `${kind}?date=2026-06-01`, rows)
      expect(await told('2026-06-01')).toMatchObject({ status: 200, body: { data: [] } })
    })

    test('a list without a row that can be used is refused before the day is checked', async () => {
      await post('2026-06-01', [row()])
      expect(await post('2026-06-01', [row({ group: ' ' }), row({ type: 'x'.repeat(513) })])).toMatchObject({
        status: 422,
        body: {
          errors: [{ details: '[0].group is required' }, { details: '[1].type must be 512 characters or fewer' }],
        },
      })
    })

    test.each(['2026-02-30', '2026-7-1', '2026-07', 'x'])('the date %s is refused', async (day) => {
      const details = `date parameter value: ${day} is not in the valid form of YYYY-MM-DD`
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        expect(await call(method, `${kind}?date=${day}`, '{')).toMatchObject(refusal(400, 'Bad Request', details))
      }
    })

    test('lists and deletes of another tenant change nothing here', async () => {
      const rows = [row()]
      await post('2026-06-01', rows)
      const path = `topology/${kind}?date=2026-06-01`
      expect(await api.call('GET', path, { key: 'HARBOR editor' })).toMatchObject(nothingFound)
      expect(await api.call('DELETE', path, { key: 'HARBOR editor' })).toMatchObject(nothingFound)
      expect(await get('2026-06-01')).toMatchObject(on('2026-06-01', rows))
    })
  })
})
