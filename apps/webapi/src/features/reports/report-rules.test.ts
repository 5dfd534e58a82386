import type { WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'
import { expect, test } from 'vitest'
import { aReport } from '#test/builders.ts'
import { problemsOfReport } from './report-rules.ts'

const known = {
  metric: new Map([['m', 'CORE']]),
  aggregation: new Map([['a', 'core']]),
  operations: new Map(),
  thresholds: new Map(),
  weights: new Map([['w', 'hepspec']]),
}
const problemsOf = (given: Partial<WebApiReportInput>) =>
  problemsOfReport(aReport(given), known).map(({ title, details }) => `${title}: ${details}`)
const profile = (type: string, id: string) => ({ type, id, name: '' })

test('a report needs a name', () => {
  expect(problemsOf({ info: { name: ' ', description: '' } })).toEqual(['Validation Failed: name is required'])
})

test('every missing profile is reported in order, followed by every missing trend', () => {
  const profiles = [
    profile('Metric', 'm'),
    profile('metric', 'x'),
    profile('metric', 'm'),
    profile('aggregation', 'm'),
    profile('weights', 'w'),
    profile('weights', 'm'),
    profile('toString', 'm'),
  ]
  const computations = { ar: true, status: true, trends: ['tags', 'behaviors', 'status'] }
  expect(problemsOf({ profiles, computations })).toEqual([
    'Profile type invalid: Profile type Metric is invalid',
    'Profile id not found: No profile in metric_profiles was found with id x',
    'Profile id not found: No profile in aggregation_profiles was found with id m',
    'Profile id not found: No profile in weights was found with id m',
    'Profile type invalid: Profile type toString is invalid',
    "Invalid Trend Name: Trends with the name:behaviors doesn't exist",
  ])
})
