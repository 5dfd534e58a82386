import type { Entities } from '@quatrain/contract/resources/report-options.ts'
import { expect, test } from 'vitest'
import { entityOptions } from './entity-options.ts'

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

const chosen = ({ upper = [], left = [], right = [] }: Chosen): Entities => ({
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
