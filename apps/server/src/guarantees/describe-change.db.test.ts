import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import { metricInstanceWords } from '#features/metric-profiles/metric-profile-document.ts'
import { metricWords, templateWords } from '#features/roll-out/words.reads.ts'
import { describeChange, type ListWords } from '#kit/recording/describe-change.ts'
import type { Document } from '#request/recording.ts'

// Documents come from JSON: their objects have the usual prototype.
const ordinary = { noNullPrototype: true }
const text = fc.constantFrom('', 'a', 'b', 'B', 'é', '"', '\\', "'", '%s', ', ', '\uffe5', '𝒳', 'a b')
const pairs = fc.array(fc.record({ key: text, value: text }, ordinary), { maxLength: 5 })
const instances = fc.uniqueArray(
  fc.record({ service: fc.constantFrom('s', 'S', 't'), metric: fc.integer({ min: 0, max: 40 }).map(String) }, ordinary),
  { maxLength: 60, selector: ({ service, metric }) => `${service} ${metric}` },
)
const plain = { name: text, group: fc.option(text), description: text, parent: text }
const templateLists = { config: pairs, attribute: pairs, flags: pairs, parameter: pairs }
const kinds: readonly {
  readonly what: string
  readonly documents: fc.Arbitrary<Document>
  readonly lists: Readonly<Record<string, ListWords>>
}[] = [
  {
    what: 'metric',
    documents: fc.record({ ...plain, tags: fc.array(text), ...templateLists, dependancy: pairs }, ordinary),
    lists: metricWords,
  },
  {
    what: 'metric template',
    documents: fc.record({ ...plain, tags: fc.array(text), ...templateLists, dependency: pairs }, ordinary),
    lists: templateWords,
  },
  {
    what: 'metric profile',
    documents: fc.record({ ...plain, metricinstances: instances }, ordinary),
    lists: { metricinstances: metricInstanceWords },
  },
  {
    what: 'document without some of its fields',
    documents: fc.record({ ...plain, tags: fc.array(text), config: pairs }, { ...ordinary, requiredKeys: [] }),
    lists: metricWords,
  },
]

describe.each(databases)('the comment of a version that the database computes, on $name', (kind) => {
  let database: TestDatabase
  let db: Kysely<unknown>
  beforeAll(async () => {
    database = await kind.open()
    await migrateConsole(database)
    db = database.within(scope({ schema: 'console' }))
  })
  afterAll(() => database.close())

  test.each(kinds)('equals that of the server: $what', async ({ documents, lists }) => {
    // For pairs of unrelated documents, and of documents that differ in one field.
    const change = fc.oneof(
      fc.record({ before: documents, after: documents }),
      fc.tuple(documents, documents, fc.nat()).map(([before, other, at]) => {
        const fields = Object.keys(other)
        const field = fields[at % fields.length]
        return { before, after: field === undefined ? before : { ...before, [field]: other[field] } }
      }),
    )
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 50 }), async (changes) => {
      const { rows } = await sql<{ comment: string }>`
        select describe_change(before, after, ${Object.keys(lists)}::text[]) as comment
        from json_array_elements(${JSON.stringify(changes)}::json) with ordinality as given (change, position),
          json_to_record(change) as documents (before json, after json)
        order by position
      `.execute(db)
      expect(rows.map(({ comment }) => comment)).toEqual(
        changes.map(({ before, after }) => describeChange(before, after, lists)),
      )
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
