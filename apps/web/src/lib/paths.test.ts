import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('names are encoded', () => {
  const { details, clone, history, version, compare } = paths.metricProfiles
  expect(details('A / B?')).toBe('/ui/metricprofiles/A%20%2F%20B%3F')
  expect(clone?.('A')).toBe('/ui/metricprofiles/A/clone')
  expect(history('A')).toBe('/ui/metricprofiles/A/history')
  expect(version('A', '0.1')).toBe('/ui/metricprofiles/A/history/0.1')
  expect(compare('A', '2', '1')).toBe('/ui/metricprofiles/A/history/compare/2/1')
})
