import { expect, test } from 'vitest'
import { problemsOfServiceTypes } from './service-type-body.ts'

const named = (...names: string[]) => names.map((name) => ({ name, title: '', description: '' }))

test('names that differ in any way are valid', () => {
  expect(problemsOfServiceTypes(named('web.portal', 'Web.Portal', 'web.portal ', 'w'.repeat(512)))).toEqual([])
  expect(problemsOfServiceTypes([])).toEqual([])
})

test('every problem is reported with its place', () => {
  expect(problemsOfServiceTypes(named('web', '', 'web', ' ', 'x'.repeat(513), 'web'))).toEqual([
    '[1].name is required',
    '[2].name repeats the service type web',
    '[3].name is required',
    '[4].name must be 512 characters or fewer',
    '[5].name repeats the service type web',
  ])
})
