import { expect, test } from 'vitest'
import { overrideImportSummary, planOverrideImport } from './import-plan.ts'
import { readOverrideJson } from './override-json.ts'
import { overrideRows } from './override-rows.ts'

const globals = overrideRows('global_attributes')
const hosts = overrideRows('host_attributes')
const parameters = overrideRows('metric_parameters')

const host = 'a.example.org'
const lists = (given: object) => {
  const read = readOverrideJson(JSON.stringify(given))
  if (read.kind !== 'content') throw new Error(read.problems.join(' '))
  return read
}
const noRows = {
  global_attributes: [globals.newRow()],
  host_attributes: [hosts.newRow()],
  metric_parameters: [parameters.newRow()],
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
    { number: 1, texts: { attribute: 'A', value: '3119' } },
    { number: 3, texts: { attribute: 'B', value: ' b ' } },
  ])
  expect(notes).toEqual(['Ignored: name.'])
})

test('an invalid row is rejected with the message of the form', () => {
  const { content: read } = lists({
    global_attributes: ['A', { attribute: 'A B', value: 'x' }, { attribute: 'A', value: 'x\ny' }],
    host_attributes: [{ hostname: 'host:80', attribute: 'A', value: 'x' }],
    metric_parameters: [
      { hostname: host, metric: 'm', parameter: '-p', value: '1' },
      { hostname: host, metric: 'm', parameter: '-p', value: '2' },
    ],
  })
  const problems = Object.values(read).map((rows) => rows?.map(({ problem }) => problem))
  expect(problems).toEqual([
    [
      'It is no object with the texts attribute, value.',
      'Attribute can contain alphanumeric characters, dash, underscore and dot, but must always begin with a letter',
      'Value cannot contain line breaks',
    ],
    ['Invalid hostname'],
    [undefined, 'Duplicated'],
  ])
})

test('the lists of the file replace those of the form; a missing one is unchanged', () => {
  const before = {
    ...noRows,
    global_attributes: globals.fromStored([
      { attribute: 'A', value: '1' },
      { attribute: 'B', value: '2' },
      { attribute: 'C', value: '3' },
    ]),
    host_attributes: hosts.fromStored([{ hostname: host, attribute: 'A', value: '1' }]),
  }
  const read = lists({
    global_attributes: [
      { attribute: 'D', value: '4' },
      { attribute: 'B', value: 'two' },
      { attribute: 'A', value: '1' },
      { attribute: '1', value: '1' },
    ],
    metric_parameters: [],
  })
  expect(read.notes).toEqual(['The file has no host_attributes: the table Host attributes stays as it is.'])
  const plan = planOverrideImport(read.content, before)
  expect(plan.rows.map(({ fate, label, value }) => `${fate} ${label} ${value}`)).toEqual([
    'Rejected 1 1',
    'Removed C 3',
    'Changed B two',
    'Added D 4',
  ])
  expect(plan.keptCount).toBe(1)
  expect(overrideImportSummary(plan)).toBe('1 added, 1 changed, 1 removed, 1 left out')
  expect(globals.valuesOf(plan.after.global_attributes).map(({ attribute, value }) => `${attribute} ${value}`)).toEqual(
    ['D 4', 'B two', 'A 1'],
  )
  // Existing rows keep their ids, so that only differences are marked as changed.
  expect(plan.after.global_attributes[2]?.id).toBe(before.global_attributes[0]?.id)
  expect(plan.after.host_attributes).toEqual(before.host_attributes)
})
