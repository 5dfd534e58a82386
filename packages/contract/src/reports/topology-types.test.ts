import { expect, test } from 'vitest'
import { flattened, levelsOf, nested, topologyTypeOf } from './topology-types.ts'

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
