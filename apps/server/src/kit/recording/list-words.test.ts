import { list, pairs as pairsField, text } from '@quatrain/contract/compare/field.ts'
import { expect, test } from 'vitest'
import { describeChange } from './describe-change.ts'
import { keyValueWords, tagWords } from './list-words.ts'

const fields = {
  tags: list('tags', 'Tag'),
  config: pairsField('config'),
  flags: pairsField('flags'),
  name: text('name'),
  description: text('description'),
  parent: text('parent'),
}
const words = { tags: tagWords, config: keyValueWords('config'), flags: keyValueWords('flags') }
const pairs = (given: Readonly<Record<string, string>>) => Object.entries(given).map(([key, value]) => ({ key, value }))
const empty = { tags: [], config: [], flags: [] }

test('tags are listed one by one, removed ones first', () => {
  const comment = describeChange(
    fields,
    { ...empty, tags: ['old', 'kept'] },
    { ...empty, tags: ['kept', 'b', 'a'] },
    words,
  )
  expect(comment).toBe('Deleted tags field "old". Added tags field "a". Added tags field "b".')
})

test('keys of a list are grouped: deleted, changed, added', () => {
  const before = { ...empty, config: pairs({ gone: '1', timeout: '30', path: '/usr', kept: 'x' }) }
  const after = { ...empty, config: pairs({ timeout: '60', path: '/opt', kept: 'x', c: '', b: '', a: '' }) }
  expect(describeChange(fields, before, after, words)).toBe(
    'Deleted config field "gone". Changed config fields "path" and "timeout". Added config fields "a", "b" and "c".',
  )
})

test('a change after the first word of a value, or of one of several equal keys, is detected', () => {
  const flags = [
    { key: '-c', value: 'one two' },
    { key: '-c', value: 'three' },
  ]
  const changed = [
    { key: '-c', value: 'one two' },
    { key: '-c', value: 'four' },
  ]
  expect(describeChange(fields, { ...empty, flags }, { ...empty, flags: changed }, words)).toBe(
    'Changed flags field "-c".',
  )
})

test('lists are in the declared order, before plain fields', () => {
  const before = { ...empty, name: 'a', description: '', parent: 'p', flags: pairs({ x: '1', y: '2' }) }
  const after = { ...before, tags: ['t'], flags: pairs({ y: '2', x: '1' }), name: 'b', description: 'd', parent: '' }
  expect(describeChange(fields, before, after, words)).toBe(
    'Added tags field "t". Changed the order of flags fields. Added description. Changed name. Deleted parent.',
  )
  expect(describeChange(fields, before, before, words)).toBe('No fields changed.')
})
