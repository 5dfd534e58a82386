import type { MarkedText } from '@quatrain/contract/console/search.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestMatches, lineOf, searchedKind } from './rank.ts'

const objects = (names: readonly string[], kind = 'metric', about = '') =>
  searchedKind(kind, names.map((name) => lineOf({ key: name, name, about })).join('\n'))
const namesOf = (groups: ReturnType<typeof bestMatches>) =>
  groups.flatMap(({ results }) => results.map(({ name }) => name.text))
const find = (text: string, ...names: string[]) => namesOf(bestMatches([objects(names)], text))
const markedParts = ({ text, marks }: MarkedText) => marks.map(([start, end]) => text.slice(start, end))

test('the whole name is better than its beginning, that better than the beginning of a word, and a part is last', () => {
  expect(find('cert', 'concert', 'web.cert', 'certificate', 'cert')).toEqual([
    'cert',
    'certificate',
    'web.cert',
    'concert',
  ])
  const described = [
    { key: 'b', name: 'b', about: 'the cert of a host' },
    { key: '7', name: 'concert', about: '' },
  ]
  const [group] = bestMatches([searchedKind('metric', described.map(lineOf).join('\n'))], 'cert')
  expect(group?.results.map(({ key }) => key)).toEqual(['7', 'b'])
})

test('all words have to occur, in any order, in the name or the description', () => {
  expect(find('cert web', 'web.cert', 'web.http', 'cert')).toEqual(['web.cert'])
  expect(namesOf(bestMatches([objects(['web.http'], 'metric', 'the certificate')], 'http cert'))).toEqual(['web.http'])
  expect(find('   ', 'web.cert')).toEqual([])
})

test.each([
  ['zurich', 'ZÜRICH-1', 'ZÜRICH'],
  ['Zürich', 'zurich', 'zurich'],
  ['STRASSE', 'große Straße', 'Straße'],
  ['ΟΔΟΣ', 'μία οδός', 'οδός'],
  ['e\u0301le', 'élément', 'élé'],
  ['ele', 'e\u0301le\u0301ment', 'e\u0301le\u0301'],
  ['%', '100%', '%'],
  ['_1', 'second_1', '_1'],
  ['שרת', 'מדד שרת', 'שרת'],
  ['😀 b', 'a😀b', '😀b'],
])('%j finds and marks %j', (text, name, mark) => {
  const [group] = bestMatches([objects([name, 'other'])], text)
  expect(group?.results.map(({ name }) => name.text)).toEqual([name])
  expect(group?.results.flatMap(({ name }) => markedParts(name)).join('')).toBe(mark)
})

test('a long description is shown around the first word in it', () => {
  const about = `${'before '.repeat(40)}the needle${' after'.repeat(40)}`
  const [group] = bestMatches([objects(['a'], 'metric', about)], 'needle')
  const [result] = group?.results ?? []
  expect(result?.about.text).toMatch(/^….{30,}the needle.+…$/)
  expect(markedParts(result?.about ?? { text: '', marks: [] })).toEqual(['needle'])
})

describe('of very many objects', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `web.metric-${index}`)

  test('a kind gets ten places, and all together 40, in the order of the objects', () => {
    const groups = bestMatches([objects(many), objects(['a web'], 'report')], 'web')
    expect(groups.map(({ kind, results }) => [kind, results.length])).toEqual([
      ['metric', 10],
      ['report', 1],
    ])
    expect(namesOf(groups).slice(0, 10)).toEqual(many.slice(0, 10))
    const kinds = Array.from({ length: 30 }, (_, index) => `kind${index}`)
    const everyKind = bestMatches(
      kinds.map((kind) => objects(many.slice(0, 20), kind)),
      'web',
    )
    expect(everyKind.map(({ kind }) => kind)).toEqual(kinds)
    expect(namesOf(everyKind)).toHaveLength(40)
  })
})

test('a better match after very many others is found, once', () => {
  const parts = Array.from({ length: 50 }, (_, index) => `parta ${index}`.replace(' ', ''))
  expect(find('a', ...parts, 'b a.a', 'c', 'b-a').slice(0, 3)).toEqual(['b a.a', 'b-a', 'parta0'])
})

test('the first ten by rank and order are found, as if every object were looked at', () => {
  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', '.', ' '), maxLength })
  const rankOf = ({ name, about }: { name: string; about: string }, query: string) => {
    const words = query.split(' ').filter((word) => word !== '')
    const begins = (word: string) =>
      `.${name}`.split(/[. ]/).some((_, index, parts) => parts.slice(index).join('.').startsWith(word))
    if (!words.every((word) => name.includes(word))) {
      return words.every((word) => name.includes(word) || about.includes(word)) ? 4 : 5
    }
    if (name === query) return 0
    if (name.startsWith(query)) return 1
    return words.every((word) => (/^[ab]+$/.test(word) ? begins(word) : false)) ? 2 : 3
  }
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: text(6), about: text(4) }), { minLength: 1, maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 4 }).map((query) => query.trim()),
      (rows, query) => {
        fc.pre(query !== '')
        const listed = rows.map((row, index) => ({ ...row, key: `key ${index}` }))
        const expected = listed
          .map((row, index) => ({ row, index, rank: rankOf(row, query) }))
          .filter(({ rank }) => rank < 5)
          .sort((one, other) => one.rank - other.rank || one.index - other.index)
          .slice(0, 10)
        const [group] = bestMatches([searchedKind('metric', listed.map(lineOf).join('\n'))], query)
        expect((group?.results ?? []).map(({ key }) => key)).toEqual(expected.map(({ row }) => row.key))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('whatever is searched, marks are parts of the text that fold to parts of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 3 }), (name, text) => {
      for (const { results } of bestMatches([objects([name, `${name}${text}`, `x ${text} ${name}`])], text)) {
        for (const { name } of results) {
          let position = 0
          for (const [start, end] of name.marks) {
            expect(start).toBeGreaterThanOrEqual(position)
            expect(end).toBeGreaterThan(start)
            position = end
          }
          expect(position).toBeLessThanOrEqual(name.text.length)
        }
      }
    }),
    { numRuns: 300 },
  )
})
