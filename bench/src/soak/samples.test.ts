import { expect, test } from 'vitest'
import { type Sample, trendOf } from './samples.ts'

const samples = (latencies: readonly number[]): Sample[] =>
  latencies.map((latency) => ({ processes: new Map(), latency }))

test('the first third after the warm-up is compared with the last third', () => {
  const trend = trendOf(samples([900, 900, 900, 1, 2, 3, 50, 50, 50, 7, 8, 9]), ({ latency }) => latency)
  expect(trend).toEqual({ first: 2, last: 8 })
})

test('a run of one sample has no trend', () => {
  expect(trendOf(samples([5]), ({ latency }) => latency)).toEqual({ first: 5, last: 5 })
})
