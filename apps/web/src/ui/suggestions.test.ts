import { expect, test } from 'vitest'
import { matching } from './suggestions.ts'

const offered = ['generic.http.connect', 'http', 'dns'].map((value) => ({ value }))
const values = (typed: string) => matching(offered, typed).map(({ value }) => value)

test('matches at the start precede other matches, ignoring case', () => {
  expect(values('HTTP')).toEqual(['http', 'generic.http.connect'])
})

test('an empty text suggests everything', () => expect(values(' ')).toEqual(['generic.http.connect', 'http', 'dns']))

test('the number of suggestions is limited', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({ value: `metric ${index}` }))
  expect(matching(many, 'metric').length).toBe(60)
})
