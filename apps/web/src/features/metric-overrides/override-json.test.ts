import { expect, test } from 'vitest'
import { overrideValuesOf } from './override-form.ts'
import { readOverrideJson } from './override-json.ts'
import { overrideRows } from './override-rows.ts'
import { withLists } from './use-override-import.ts'

const globals = overrideRows('global_attributes')

const host = 'a.example.org'
const lists = (given: object) => {
  const read = readOverrideJson(JSON.stringify(given))
  if (read.kind !== 'content') throw new Error(read.problems.join(' '))
  return read
}
test.each([
  ['{"global_attributes": [', 'The file is not valid JSON. Line 1, column 24: a closing bracket is missing.'],
  ['[]', /^The file does not contain an object/],
  ['null', /^The file does not contain an object/],
  ['{"attributes": []}', /^The file contains none of the lists/],
  ['{"global_attributes": {}}', 'global_attributes is not a list.'],
])('%s is refused with a reason', (content, why) => {
  expect(readOverrideJson(content)).toEqual({
    kind: 'unreadable',
    problems: [expect.stringMatching(why), expect.any(String)],
  })
})

test('rows are read in order, numbers as texts, without blank ones', () => {
  const { content: read, notes } = lists({
    name: 'x',
    global_attributes: [
      { attribute: ' A ', value: 3119 },
      { attribute: '', value: '' },
      { attribute: 'B', value: ' b ' },
    ],
    host_attributes: [],
    metric_parameters: [],
  })
  expect(read.global_attributes).toEqual([
    { attribute: 'A', value: '3119' },
    { attribute: 'B', value: ' b ' },
  ])
  expect(notes).toEqual(['Ignored: name.'])
})

test('an invalid row is left out with the message of the form', () => {
  const row = { hostname: host, metric: 'm', parameter: '-p', value: '1' }
  const { content: read, notes } = lists({
    global_attributes: ['A', { attribute: 'A B', value: 'x' }, { attribute: 'A', value: 'x\ny' }],
    host_attributes: [{ hostname: 'host:80', attribute: 'A', value: 'x' }],
    metric_parameters: [row, { ...row, value: '2' }],
  })
  expect(read).toEqual({ global_attributes: [], host_attributes: [], metric_parameters: [row] })
  expect(notes).toEqual([
    'Global attributes, row 1 is left out. It is no object with the texts attribute, value.',
    'Global attributes, row 2 is left out. Attribute can contain alphanumeric characters, dash, underscore and dot, but must always begin with a letter',
    'Global attributes, row 3 is left out. Value cannot contain line breaks',
    'Host attributes, row 1 is left out. Invalid hostname',
    "Metrics' parameters, row 2 is left out. Duplicated",
  ])
})

test('at most 20 rows that are left out are named', () => {
  const { notes } = lists({ global_attributes: Array(25).fill('A'), host_attributes: [], metric_parameters: [] })
  expect(notes).toHaveLength(21)
  expect(notes.at(-1)).toBe('5 more rows left out.')
})

test('the lists of the file replace those of the form; a missing one is unchanged', () => {
  const before = overrideValuesOf({
    name: 'sets',
    global_attributes: ['A', 'B', 'C'].map((attribute) => ({ attribute, value: '1' })),
    host_attributes: [{ hostname: host, attribute: 'A', value: '1' }],
    metric_parameters: [],
  })
  const read = lists({
    global_attributes: [
      { attribute: 'D', value: '4' },
      { attribute: 'B', value: 'two' },
      { attribute: 'A', value: '1' },
    ],
    metric_parameters: [],
  })
  expect(read.notes).toEqual(['The file has no host_attributes: the table Host attributes stays as it is.'])
  const after = withLists(before, read.content)
  expect(globals.valuesOf(after.global_attributes).map(({ attribute, value }) => `${attribute} ${value}`)).toEqual([
    'D 4',
    'B two',
    'A 1',
  ])
  // Existing rows keep their ids, so that only differences are marked as changed.
  expect(after.global_attributes[2]?.id).toBe(before.global_attributes[0]?.id)
  expect(after).toMatchObject({ name: 'sets', host_attributes: before.host_attributes })
})
