import { expect, test } from 'vitest'
import { matching } from './suggestions.ts'

const offered = ['generic.http.connect', 'http', 'dns'].map((value) => ({ value }))
const values = (typed: string) => matching(offered, typed).map(({ value }) => value)

test('what begins with the typed text comes before what holds it, whatever the case', () => {
  expect(values('HTTP')).toEqual(['http', 'generic.http.connect'])
})

test('nothing typed offers everything', () => expect(values(' ')).toEqual(['generic.http.connect', 'http', 'dns']))

test('never more is offered than a person reads', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({ value: `metric ${index}` }))
  expect(matching(many, 'metric').length).toBe(60)
})
