import { list, pairs as pairsField, records, text } from '@quatrain/contract/compare/field.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeChange, type ListWords, listing } from './describe-change.ts'
import { keyValueWords, namedWords, tagWords } from './list-words.ts'

const lists = { tags: tagWords, config: keyValueWords('config') }
const names = ['name', 'group', 'parent', 'description', 'a', 'b', 'c', 'd', 'e']
const fields = {
  ...Object.fromEntries(names.map((name) => [name, text(name)])),
  names: list('names', 'Name'),
  tags: list('tags', 'Tag'),
  config: pairsField('config'),
}
const pair = (key: string, value: string) => ({ key, value })

describe('the comment of a version', () => {
  test.each([
    ['nothing', {}, {}, 'No fields changed.'],
    ['a plain field', { name: 'a' }, { name: 'b' }, 'Changed name.'],
    ['a field that was empty', { group: '' }, { group: 'x' }, 'Added group.'],
    ['a field that is empty now', { group: 'x' }, { group: '' }, 'Deleted group.'],
    ['null, which is as good as empty', { parent: null }, { parent: 'x' }, 'Added parent.'],
    [
      'several of each, by name',
      { b: '1', a: '1', d: '', c: '', e: 'x' },
      { b: '2', a: '2', d: 'x', c: 'x', e: '' },
      'Added c and d. Changed a and b. Deleted e.',
    ],
    ['null instead of an empty text, which is no change', { parent: null }, { parent: '' }, 'No fields changed.'],
    ['a plain list, as one field', { names: ['a'] }, { names: ['a', 'b'] }, 'Changed names.'],
    [
      'tags, each by itself and before plain fields',
      { name: 'a', tags: ['old', 'kept'] },
      { name: 'b', tags: ['kept', 'new', 'another'] },
      'Deleted tags field "old". Added tags field "another". Added tags field "new". Changed name.',
    ],
    [
      'pairs by their keys',
      { config: [pair('timeout', '10'), pair('path', '/x'), pair('gone', '')] },
      { config: [pair('timeout', '20'), pair('path', '/x'), pair('b', ''), pair('a', '')] },
      'Deleted config field "gone". Changed config field "timeout". Added config fields "a" and "b".',
    ],
    [
      'pairs in another order',
      { config: [pair('a', '1'), pair('b', '2'), pair('gone', '')] },
      { config: [pair('b', '2'), pair('new', ''), pair('a', '1')] },
      'Deleted config field "gone". Added config field "new". Changed the order of config fields.',
    ],
    [
      'the order of pairs with equal keys',
      { config: [pair('-c', '1'), pair('-o', ''), pair('-c', '2')] },
      { config: [pair('-c', '1'), pair('-c', '2'), pair('-o', '')] },
      'Changed the order of config fields.',
    ],
    [
      'pairs among which others came and went, which is no other order',
      { config: [pair('a', '1'), pair('gone', ''), pair('b', '2')] },
      { config: [pair('new', ''), pair('a', '1'), pair('b', '2')] },
      'Deleted config field "gone". Added config field "new".',
    ],
    ['tags in another order, which does not count', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, 'No fields changed.'],
    ['a list that was not there', {}, { tags: ['a'] }, 'Added tags field "a".'],
  ])('describes %s', (_, before, after, comment) => {
    expect(describeChange(fields, before, after, lists)).toBe(comment)
  })

  // Documents come from JSON: their objects have the usual prototype.
  const ordinary = { noNullPrototype: true }
  const pairs = fc.record({ key: fc.constantFrom('k', 'l', 'm'), value: fc.constantFrom('1', '2') }, ordinary)
  const documents = fc.record(
    {
      name: fc.constantFrom('', 'a', 'b'),
      description: fc.constantFrom('', 'x', 'y'),
      tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
      config: fc.uniqueArray(pairs, { selector: ({ key }) => key }),
    },
    ordinary,
  )

  test('says that nothing changed exactly if nothing did, whatever the order of tags', () => {
    const unordered = ({ tags, ...rest }: { tags: string[] }) => ({ ...rest, tags: tags.toSorted() })
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        const isSame = JSON.stringify(unordered(before)) === JSON.stringify(unordered(after))
        expect(describeChange(fields, before, after, lists) === 'No fields changed.').toBe(isSame)
      }),
    )
  })

  test('is inverted for the inverse change', () => {
    const opposite: Readonly<Record<string, string>> = { Added: 'Deleted', Deleted: 'Added', Changed: 'Changed' }
    const sentences = (comment: string) => comment.match(/[A-Z][^.]*\./g)?.toSorted()
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        const turned = describeChange(fields, after, before, lists).replace(
          /Added|Deleted|Changed/g,
          (verb) => opposite[verb] ?? '',
        )
        expect(sentences(turned)).toEqual(sentences(describeChange(fields, before, after, lists)))
      }),
    )
  })

  test('contains the added, changed and removed members of a list, each once, by their identities', () => {
    const result: unknown[] = []
    const words: ListWords = {
      sentences: (verb, members) => {
        result.push([verb, members])
        return []
      },
    }
    const rules = records('rules', { identity: { metric: 'Metric', host: 'Host' }, fields: { limit: text('Limit') } })
    const rule = (metric: string, host: string, limit: string) => ({ metric, host, limit })
    describeChange(
      { rules },
      { rules: [rule('a', 'x', '1'), rule('b', 'x', '1'), rule('b', 'y', '1')] },
      { rules: [rule('b', 'x', '2'), rule('b', 'y', '1'), rule('c', 'x', '1')] },
      { rules: words },
    )
    expect(result).toEqual([
      ['Deleted', [['a', 'x']]],
      ['Changed', [['b', 'x']]],
      ['Added', [['c', 'x']]],
    ])
  })

  test('contains a change inside a member, such as the operator of a group', () => {
    const groups = records('groups', {
      identity: { name: 'Name' },
      fields: { operation: text('Operation'), services: list('services', 'Service') },
    })
    const compute = { name: 'compute', operation: 'OR', services: ['CE'] }
    const change = (after: object) =>
      describeChange({ groups }, { groups: [compute] }, { groups: [after] }, { groups: namedWords('groups') })
    expect(change({ ...compute, operation: 'AND' })).toBe('Changed groups field "compute".')
    expect(change({ ...compute, services: ['CE', 'SRM'] })).toBe('Changed groups field "compute".')
    expect(change({ ...compute, name: 'storage' })).toBe(
      'Deleted groups field "compute". Added groups field "storage".',
    )
    expect(change(compute)).toBe('No fields changed.')
  })
})

describe('names in a sentence', () => {
  test.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('%j are written as "%s"', (names, text) => {
    expect(listing(names)).toBe(text)
  })

  test('are complete and in order', () => {
    const word = fc.stringMatching(/^[x-z]{1,5}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (names) => {
        expect(listing(names).split(/, | and /)).toEqual(names)
      }),
    )
  })
})
