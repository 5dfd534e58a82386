import type { Fields } from '@quatrain/contract/compare/field.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import { metricProfileKind } from '#features/metric-profiles/metric-profiles.kind.ts'
import { metricWords, templateWords } from '#features/roll-out/roll-out.reads.ts'
import { describeChange, type Words } from '#kit/recording/describe-change.ts'
import type { Document } from '#request/context/recording.ts'

// Documents come from JSON: their objects have the usual prototype.
const ordinary = { noNullPrototype: true }
const text = fc.constantFrom('', 'a', 'b', 'B', 'é', '"', '\\', "'", '%s', ', ', '\uffe5', '𝒳', 'a b')
const pairs = fc.array(fc.record({ key: text, value: text }, ordinary), { maxLength: 5 })
const instances = fc.uniqueArray(
  fc.record({ service: fc.constantFrom('s', 'S', 't'), metric: fc.integer({ min: 0, max: 40 }).map(String) }, ordinary),
  { maxLength: 60, selector: ({ service, metric }) => `${service} ${metric}` },
)
const plain = { name: text, description: text, parent: fc.option(text) }
const grouped = { ...plain, group: fc.option(text) }
const templateLists = { config: pairs, attribute: pairs, flags: pairs, parameter: pairs }
const kinds: readonly {
  readonly what: string
  readonly documents: fc.Arbitrary<Document>
  readonly fields: Fields
  readonly words: Words
}[] = [
  {
    what: 'metric',
    documents: fc.record({ ...grouped, tags: fc.array(text), ...templateLists, dependancy: pairs }, ordinary),
    fields: metrics.compared,
    words: metricWords,
  },
  {
    what: 'metric template',
    documents: fc.record({ ...plain, tags: fc.array(text), ...templateLists, dependency: pairs }, ordinary),
    fields: metricTemplates.compared,
    words: templateWords,
  },
  {
    what: 'metric profile',
    documents: fc.record(
      { name: text, groupname: fc.option(text), description: text, metricinstances: instances },
      ordinary,
    ),
    fields: metricProfiles.compared,
    words: metricProfileKind.words,
  },
  {
    what: 'document without some of its fields',
    documents: fc.record({ ...grouped, tags: fc.array(text), config: pairs }, { ...ordinary, requiredKeys: [] }),
    fields: metrics.compared,
    words: metricWords,
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

  test.each(kinds)('equals that of the server: $what', async ({ documents, fields, words }) => {
    // For pairs of unrelated documents, and of documents that differ in one field.
    const change = fc.oneof(
      fc.record({ before: documents, after: documents }),
      fc.tuple(documents, documents, fc.nat()).map(([before, other, at]) => {
        const names = Object.keys(other)
        const field = names[at % names.length]
        return { before, after: field === undefined ? before : { ...before, [field]: other[field] } }
      }),
    )
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 50 }), async (changes) => {
      const { rows } = await sql<{ comment: string }>`
        select describe_change(before, after, ${Object.keys(words)}::text[]) as comment
        from json_array_elements(${JSON.stringify(changes)}::json) with ordinality as given (change, position),
          json_to_record(change) as documents (before json, after json)
        order by position
      `.execute(db)
      expect(rows.map(({ comment }) => comment)).toEqual(
        changes.map(({ before, after }) => describeChange(fields, before, after, words)),
      )
    })
    await fc.assert(property, { numRuns: 60 })
  })
})
