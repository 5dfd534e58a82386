import { bothDatabases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#request/tenancy/tenancy.ts'
import { openSeeded } from '#test/seeded.ts'

/** Few different texts and names, so that two documents are often alike. */
const { document } = fc.letrec((tie) => ({
  text: fc.constantFrom('', 'a b', 'ab', 'a\tb', ' ', '"', '\\', '\\ u', '\null', 'n ull', 'é 😀', '\u0001'),
  document: fc.oneof(
    { maxDepth: 3 },
    tie('text'),
    fc.constantFrom(null, true, 0, 1.5),
    fc.array(tie('document'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'a b', ''), tie('document'), { maxKeys: 3 }),
  ),
}))

describe.each(bothDatabases)('documents in two notations on $name', (kind) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    const seeded = await openSeeded(kind, () => new Date('2030-01-01T08:00:00Z'))
    database = seeded.database
    db = seeded.tenancy.everyTenant
  })
  afterAll(() => database.close())

  /** For each pair, whether both are the same. */
  async function areSame(pairs: readonly (readonly [string, string])[]): Promise<boolean[]> {
    const { rows } = await sql<{ same: boolean }>`
      select is_same_json((pair ->> 0)::json, (pair ->> 1)::json) as same
      from json_array_elements(${JSON.stringify(pairs)}::json) with ordinality as given (pair, position) order by position
    `.execute(db)
    return rows.map(({ same }) => same)
  }
  const spaced = (value: unknown) => JSON.stringify(value, null, ' \t')

  test('are the same if they differ in spaces between their parts only', async () => {
    const values = fc.sample(fc.tuple(document, document), 2000)
    const same = await areSame(values.map(([former, current]) => [JSON.stringify(former), spaced(current)]))
    const expected = values.map(([former, current]) => JSON.stringify(former) === JSON.stringify(current))
    // With an escaped character, only the text itself is the same.
    const isEscaped = values.map(([former]) => JSON.stringify(former).includes('\\u'))
    expect(expected.filter(Boolean).length).toBeGreaterThan(20)
    expect(values.filter((_, index) => !isEscaped[index] && same[index] !== expected[index])).toEqual([])
    expect(values.filter((_, index) => same[index] && !expected[index])).toEqual([])
  })

  test.each([
    ['a member that is null', '{"a":1,"b":null}', '{"a":1}'],
    ['a space in a text', '{"a":"x y"}', '{"a":"xy"}'],
    ['a space in the name of a member', '{"a b":1}', '{"ab":1}'],
    ['a space in the name of a member that is null', '{"a b":null}', '{"ab":null}'],
    ['a space in a text after an escaped n', '{"a":"\\null x"}', '{"a":"\\nullx"}'],
    ['another order of members', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['another notation of a number', '{"a":1}', '{"a":1.0}'],
    ['a character that jsonb refuses', '{"a":"\\u0000"}', '{"a": "\\u0000"}'],
  ])('are not the same with %s', async (_, former, current) => {
    expect(
      await areSame([
        [former, current],
        [current, former],
        [former, former],
      ]),
    ).toEqual([false, false, true])
  })
})
