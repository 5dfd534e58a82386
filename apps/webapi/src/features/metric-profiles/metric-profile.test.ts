import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemsOfMetricProfile } from './metric-profile.ts'

const profile = { name: 'CORE', description: '', services: [] }

test.each(['', ' ', '\t\n'])('a profile needs a name, and %j is none', (name) => {
  expect(problemsOfMetricProfile({ ...profile, name })).toEqual(['name is required'])
})

test('a name has a maximum length', () => {
  expect(problemsOfMetricProfile({ ...profile, name: 'x'.repeat(512) })).toEqual([])
  expect(problemsOfMetricProfile({ ...profile, name: 'x'.repeat(513) })).toEqual([
    'name must be 512 characters or fewer',
  ])
})

test('a service without metrics, and a metric of two services, are valid', () => {
  const services = [
    { service: 'web', metrics: [] },
    { service: 'web', metrics: ['http'] },
    { service: 'mail', metrics: ['http'] },
  ]
  expect(problemsOfMetricProfile({ ...profile, services })).toEqual([])
})

const word = fc.constantFrom('a', 'b', 'a b', '"', ',', ' ')

test('every blank field and every repeated pair is one problem', () => {
  const services = fc.array(fc.record({ service: word, metrics: fc.array(word) }))
  fc.assert(
    fc.property(services, (services) => {
      const pairs = services.flatMap(({ service, metrics }) => metrics.map((metric) => ({ service, metric })))
      const named = pairs.filter(({ metric }) => metric !== ' ')
      const different = new Set(named.map(({ service, metric }) => `${service}\n${metric}`))
      const blanks = services.filter(({ service }) => service === ' ').length + (pairs.length - named.length)

      expect(problemsOfMetricProfile({ ...profile, services })).toHaveLength(blanks + named.length - different.size)
    }),
  )
})
