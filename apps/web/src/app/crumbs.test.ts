import { expect, test } from 'vitest'
import { crumbsOf, titleOf } from './crumbs.ts'

const trail = (pathname: string) =>
  crumbsOf(pathname).map(({ label, to }) => (to === undefined ? label : `${label} ${to}`))

test('every part of an address has a label, and all but the last are links', () => {
  expect(trail('/ui/metricprofiles')).toEqual(['Home /ui/home', 'Metric profiles'])
  expect(trail('/ui/metricprofiles/add')).toEqual(['Home /ui/home', 'Metric profiles /ui/metricprofiles', 'Add'])
  expect(trail('/ui/metricprofiles/A%20%2F%20B/history/3')).toEqual([
    'Home /ui/home',
    'Metric profiles /ui/metricprofiles',
    'A / B /ui/metricprofiles/A%20%2F%20B',
    'History /ui/metricprofiles/A%20%2F%20B/history',
    'Version 3',
  ])
})

test('a comparison names both versions, and does not link to a missing page', () => {
  expect(trail('/ui/metricprofiles/CORE/history/compare/4/2').slice(2)).toEqual([
    'CORE /ui/metricprofiles/CORE',
    'History /ui/metricprofiles/CORE/history',
    'Compare 2 with 4',
  ])
})

test('the result of a test login is called so, without its key', () => {
  expect(trail('/ui/administration/identityproviders/NORTH%3A%20Campus/test/x_Y-1').slice(3)).toEqual([
    'NORTH: Campus /ui/administration/identityproviders/NORTH%3A%20Campus',
    'Test login',
  ])
})

test('pages of administration have it in their breadcrumbs', () => {
  expect(trail('/ui/administration/users')).toEqual(['Home /ui/home', 'Administration /ui/administration', 'Users'])
})

test('labels replace keys that are no names', () => {
  expect(trail('/ui/metrics/add').slice(2)).toEqual(['Import'])
  expect(trail('/ui/administration/probecandidates/7/history').slice(3)).toEqual([
    'Candidate 7 /ui/administration/probecandidates/7',
    'History',
  ])
})

test('breadcrumbs of public pages link to public pages', () => {
  expect(trail('/ui/public_metricprofiles/CORE')).toEqual([
    'Home /ui/public_home',
    'Metric profiles /ui/public_metricprofiles',
    'CORE',
  ])
  expect(trail('/ui/public_home')).toEqual(['Home'])
})

test.each([
  ['/ui/metricprofiles', 'NORDIC · Metric profiles'],
  ['/ui/metricprofiles/CORE/history', 'History · CORE · NORDIC · Metric profiles'],
  ['/ui/metrics/a.b/history/compare/2/1', 'Compare 1 with 2 · a.b · NORDIC · Metrics'],
  ['/ui/public_metricprofiles/CORE', 'CORE · NORDIC (public) · Metric profiles'],
  ['/ui/administration/users', 'NORDIC · Users'],
  ['/ui/public_home', 'NORDIC (public) · Public home'],
  ['/ui/nonsense', 'Not found · NORDIC'],
  ['/ui/metricprofiles/%E0%A4%A', '%E0%A4%A · NORDIC · Metric profiles'],
])('the title of %s is %s', (pathname, title) => expect(titleOf(pathname, 'NORDIC')).toBe(title))
