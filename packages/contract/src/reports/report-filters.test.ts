import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FilterTag } from './filter-places.ts'
import type { CardFilters, ReportFilters, TagFilter } from './report-filters.ts'
import { readFilters, writeFilters } from './report-filters.ts'

const empty: CardFilters = { tags: [], extensions: [], first: [], second: [] }
const list = (name: string, ...values: string[]): TagFilter => ({ name, values, isFlag: false })
const flag = (name: string, value: 'yes' | 'no'): TagFilter => ({ name, values: [value], isFlag: true })
const filter = (name: string, value: string, context: string): FilterTag => ({ name, value, context })

const sites: ReportFilters = {
  group: {
    tags: [list('certification', 'Certified', 'Candidate'), flag('monitored', 'yes')],
    extensions: [list('Queue', 'q-short')],
    first: ['NGI_ALPHA', 'NGI_BETA'],
    second: ['~SITE-A2'],
  },
  endpoint: {
    tags: [flag('production', 'no'), list('scope', 'NATIONAL*')],
    extensions: [],
    first: [],
    second: ['webdav', 'ftp'],
  },
  otherFilters: [],
}
const sitesStored = [
  filter('certification', 'Certified, Candidate', 'argo.group.filter.tags.array'),
  filter('monitored', '1', 'argo.group.filter.tags'),
  filter('info_ext_Queue', 'q-short', 'argo.group.filter.tags.array'),
  filter('production', '0', 'argo.endpoint.filter.tags'),
  filter('scope', 'NATIONAL*', 'argo.endpoint.filter.tags.array'),
  filter('group', 'NGI_ALPHA', 'argo.group.filter.fields'),
  filter('group', 'NGI_BETA', 'argo.group.filter.fields'),
  filter('subgroup', '~SITE-A2', 'argo.group.filter.fields'),
  filter('service', 'webdav', 'argo.endpoint.filter.fields'),
  filter('service', 'ftp', 'argo.endpoint.filter.fields'),
]

const serviceGroups: ReportFilters = {
  group: { ...empty, first: ['OPEN-SCIENCE'], second: ['SG-*'] },
  endpoint: {
    tags: [flag('monitored', 'yes')],
    extensions: [list('EndpointID', 'e-17', 'e-18')],
    first: ['SG-STORAGE'],
    second: ['webdav'],
  },
  otherFilters: [],
}
const serviceGroupsStored = [
  filter('monitored', '1', 'argo.endpoint.filter.tags'),
  filter('info_ext_EndpointID', 'e-17, e-18', 'argo.endpoint.filter.tags.array'),
  filter('group', 'OPEN-SCIENCE', 'argo.group.filter.fields'),
  filter('subgroup', 'SG-*', 'argo.group.filter.fields'),
  filter('group', 'SG-STORAGE', 'argo.endpoint.filter.fields'),
  filter('service', 'webdav', 'argo.endpoint.filter.fields'),
]

/** Filters without what they were read from. */
const withoutStored = ({ group, endpoint, otherFilters }: ReportFilters): ReportFilters => {
  const rows = (given: readonly TagFilter[]) => given.map(({ stored: _, ...row }) => row)
  const card = ({ tags, extensions, first, second }: CardFilters) => ({
    tags: rows(tags),
    extensions: rows(extensions),
    first,
    second,
  })
  return { group: card(group), endpoint: card(endpoint), otherFilters }
}

describe.each([
  ['sites', sites, sitesStored],
  ['service groups', serviceGroups, serviceGroupsStored],
])('the worked example of %s', (_, filters, stored) => {
  test('is written in the specified order', () => expect(writeFilters(filters)).toEqual(stored))
  test('is read back', () => expect(withoutStored(readFilters(stored))).toEqual(filters))
})

test('filters are read by name, whatever their order', () => {
  const stored = [
    filter('service', 'webdav', 'argo.endpoint.filter.fields'),
    filter('subgroup', 'SITE-A', 'argo.group.filter.fields'),
    filter('group', 'NGI_A', 'argo.group.filter.fields'),
  ]
  expect(withoutStored(readFilters(stored))).toEqual({
    group: { ...empty, first: ['NGI_A'], second: ['SITE-A'] },
    endpoint: { ...empty, second: ['webdav'] },
    otherFilters: [],
  })
})

test('filters without a place in the form are kept, behind the others', () => {
  const unknown = [
    filter('hostname', 'h.example.org', 'argo.endpoint.filter.fields'),
    filter('type', 'NGI', 'argo.group.filter.fields'),
    filter('subgroup', 'S', 'argo.endpoint.filter.fields'),
    filter('x', '', 'some.other.context'),
  ]
  const read = readFilters([...unknown, ...sitesStored])
  expect(read.otherFilters).toEqual(unknown)
  const changed = { ...read, group: { ...read.group, first: ['NGI_GAMMA'] } }
  const expected = [
    ...sitesStored.slice(0, 5),
    filter('group', 'NGI_GAMMA', 'argo.group.filter.fields'),
    ...sitesStored.slice(7),
  ]
  expect(writeFilters(changed, [...unknown, ...sitesStored])).toEqual([...expected, ...unknown])
})

test('a row that was not changed keeps its context and its text', () => {
  const stored = [
    filter('certification', 'Certified', 'argo.group.filter.tags'),
    filter('scope', ' b ,a', 'argo.group.filter.tags.array'),
    filter('monitored', '1', 'argo.group.filter.tags.array'),
  ]
  const { group, ...rest } = readFilters(stored)
  const tags = group.tags.map((row) => (row.name === 'scope' ? { ...row, values: ['b', 'a', 'c'] } : row))
  expect(writeFilters({ ...rest, group: { ...group, tags } }, stored)).toEqual([
    stored[0],
    filter('scope', 'b, a, c', 'argo.group.filter.tags.array'),
    stored[2],
  ])
})

test('a row without values is not written, unless it is stored like that', () => {
  const stored = [filter('empty', '', 'argo.group.filter.tags')]
  const { group, ...rest } = readFilters(stored)
  const tags = [...group.tags, list('new')]
  expect(writeFilters({ ...rest, group: { ...group, tags } }, stored)).toEqual(stored)
})

const context = fc.constantFrom(
  ...['group', 'endpoint'].flatMap((card) => ['tags', 'tags.array', 'fields'].map((of) => `argo.${card}.filter.${of}`)),
  'unknown.context',
  '',
)
const name = fc.oneof(
  fc.constantFrom('group', 'subgroup', 'service', 'hostname', 'scope', 'info_ext_Queue'),
  fc.string(),
)
const value = fc.oneof(fc.constantFrom('0', '1', 'a, b', ' a,b ', '~A', 'A*', ''), fc.string())
const anyFilters = fc.array(fc.record({ name, value, context }), { maxLength: 12 })

test('what was read and not changed is written byte for byte', () => {
  fc.assert(
    fc.property(anyFilters, (stored) => {
      expect(writeFilters(readFilters(stored), stored)).toEqual(stored)
    }),
  )
})

test('a change loses no other filter', () => {
  fc.assert(
    fc.property(anyFilters, (stored) => {
      const read = readFilters(stored)
      const changed = { ...read, group: { ...read.group, first: [...read.group.first, 'NEW'] } }
      const byText = (filters: readonly FilterTag[]) => filters.map((each) => JSON.stringify(each)).sort()
      const added = filter('group', 'NEW', 'argo.group.filter.fields')
      expect(byText(writeFilters(changed, stored))).toEqual(byText([...stored, added]))
    }),
  )
})

const word = fc.stringMatching(/^[A-Za-z~*][\w~*.-]{0,8}$/)
const rows = fc.uniqueArray(
  fc.record({ name: fc.stringMatching(/^[a-hj-z]\w{0,8}$/), values: fc.array(word, { minLength: 1, maxLength: 4 }) }),
  { selector: ({ name }) => name, maxLength: 4 },
)
const extensions = rows.map((given): TagFilter[] => given.map((row) => ({ ...row, isFlag: false })))
const tags = fc
  .tuple(rows, fc.array(fc.constantFrom<'yes' | 'no' | undefined>('yes', 'no', undefined)))
  .map(([given, flags]): TagFilter[] =>
    given.map(({ name, values }, at) => (flags[at] ? flag(name, flags[at]) : { name, values, isFlag: false })),
  )
const cardFilters = fc.record({ tags, extensions, first: fc.array(word), second: fc.array(word) })

test('what was written is read again', () => {
  const filters = fc.record({ group: cardFilters, endpoint: cardFilters, otherFilters: fc.constant([]) })
  fc.assert(
    fc.property(filters, (given) => {
      expect(withoutStored(readFilters(writeFilters(given)))).toEqual(given)
    }),
  )
})

/** The filters of each report of the demonstration, by tenant. */
const demoFilters: Record<string, FilterTag[][]> = JSON.parse(
  readFileSync(new URL('../../testing/report-filters.json', import.meta.url), 'utf8'),
)
test.each(Object.entries(demoFilters))('every report of %s survives a change of its filters', (_, reports) => {
  expect(reports.length).toBeGreaterThan(0)
  for (const filter_tags of reports) {
    const read = readFilters(filter_tags)
    expect(read.otherFilters).toEqual([])
    expect(writeFilters(read, filter_tags)).toEqual(filter_tags)
    const without = { ...read, endpoint: { ...read.endpoint, second: [] } }
    expect(writeFilters(without, filter_tags)).toEqual(
      filter_tags.filter(({ name, context }) => name !== 'service' || !context.endsWith('endpoint.filter.fields')),
    )
  }
})
