import { expect, test } from 'vitest'
import { type ChosenEntities, entityOptions, tagOptions } from './topology-options.ts'
import { flattened, levelsOf, nested, topologyTypeOf } from './topology-types.ts'

const pair = (group: string, subgroup: string, type = 'NGI') => ({ type, group, subgroup })
const endpoint = (group: string, service: string, type = 'SITES') => ({ type, group, service })
const rows = {
  groups: [
    pair('NGI_BETA', 'SITE-B1'),
    pair('NGI_ALPHA', 'SITE-A2'),
    pair('NGI_ALPHA', 'SITE-A1'),
    pair('OPEN', 'SG-1', 'PROJECT'),
  ],
  endpoints: [
    endpoint('SITE-A1', 'webdav'),
    endpoint('SITE-A1', 'ftp'),
    endpoint('SITE-A2', 'ftp'),
    endpoint('SITE-B1', 'smtp'),
    endpoint('SG-1', 'portal', 'SERVICEGROUPS'),
  ],
}

interface Chosen {
  readonly upper?: string[]
  readonly left?: string[]
  readonly right?: string[]
}

const chosen = ({ upper = [], left = [], right = [] }: Chosen): ChosenEntities => ({
  group: { first: upper, second: left },
  endpoint: { first: right, second: [] },
})

const allSites = ['SITE-A1', 'SITE-A2', 'SITE-B1']
const allServices = ['ftp', 'smtp', 'webdav']

test.each<[string, Chosen, string[], string[]]>([
  ['nothing', {}, allSites, allServices],
  ['an NGI', { upper: ['NGI_ALPHA'] }, ['SITE-A1', 'SITE-A2'], ['ftp', 'webdav']],
  ['all NGIs', { upper: ['NGI_*'] }, allSites, allServices],
  ['all but one NGI', { upper: ['~NGI_ALPHA'] }, ['SITE-B1'], ['smtp']],
  ['a site on the left', { upper: ['NGI_ALPHA'], left: ['SITE-A2'] }, ['SITE-A1', 'SITE-A2'], ['ftp']],
  [
    'sites on both sides',
    { upper: ['NGI_ALPHA'], left: ['SITE-A2'], right: ['SITE-B1'] },
    ['SITE-A1', 'SITE-A2'],
    ['smtp'],
  ],
  ['two exclusions', { upper: ['~NGI_ALPHA', '~NGI_BETA'] }, allSites, allServices],
])('chosen: %s', (_, entities, sites, services) => {
  const options = entityOptions(rows, 'Sites')(chosen(entities))
  expect(options).toEqual({
    group: { first: ['NGI_ALPHA', 'NGI_BETA'], second: sites },
    endpoint: { first: sites, second: services },
  })
})

test('the options of the other type', () => {
  expect(entityOptions(rows, 'ServiceGroups')(chosen({}))).toEqual({
    group: { first: ['OPEN'], second: ['SG-1'] },
    endpoint: { first: ['SG-1'], second: ['portal'] },
  })
})

test('an empty topology has no options', () => {
  const none = { first: [], second: [] }
  expect(entityOptions({ groups: [], endpoints: [] }, 'Sites')(chosen({}))).toEqual({ group: none, endpoint: none })
})

test('tags, flags and extensions are offered, other technical tags are not', () => {
  const tags = [
    { name: 'monitored', values: ['0', '1'] },
    { name: 'scope', values: ['a', 'b'] },
    { name: 'info_ext_Queue', values: ['0', '1'] },
    { name: 'info_ID', values: ['x'] },
    { name: 'vo_biomed', values: ['x'] },
  ]
  expect(tagOptions(tags)).toEqual({
    tags: [
      { name: 'monitored', values: ['yes', 'no'], isFlag: true },
      { name: 'scope', values: ['a', 'b'], isFlag: false },
    ],
    extensions: [{ name: 'Queue', values: ['0', '1'], isFlag: false }],
  })
})

test('levels of a known type keep their spelling', () => {
  expect(topologyTypeOf(['ngi', 'sites'])).toBe('Sites')
  expect(topologyTypeOf(['PROJECT', 'ServiceGroups'])).toBe('ServiceGroups')
  expect(topologyTypeOf(['CITY', 'HOUSES'])).toBeUndefined()
  expect(topologyTypeOf([])).toBeUndefined()
  expect(levelsOf('Sites', ['ngi', 'sites'])).toEqual(['ngi', 'sites'])
  expect(levelsOf('Sites', ['PROJECT', 'SERVICEGROUPS'])).toEqual(['NGI', 'SITES'])
})

test('levels are nested and flattened', () => {
  const schema = { type: 'NGI', group: { type: 'SITES', group: { type: 'HOSTS' } } }
  expect(flattened(schema)).toEqual(['NGI', 'SITES', 'HOSTS'])
  expect(nested(['NGI', 'SITES', 'HOSTS'])).toEqual(schema)
  expect(nested([])).toBeUndefined()
})
