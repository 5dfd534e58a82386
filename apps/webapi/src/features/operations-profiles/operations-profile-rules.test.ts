import { expect, test } from 'vitest'
import { anOperationsProfile } from '#test/builders.ts'
import { problemsOfOperationsProfile } from './operations-profile-rules.ts'

test('a complete profile is valid, and a profile of one state needs no rows', () => {
  expect(problemsOfOperationsProfile(anOperationsProfile())).toEqual([])
  const defaults = { down: 'UP', missing: 'UP', unknown: 'UP' }
  const operations = [{ name: 'AND', truth_table: [] }]
  expect(problemsOfOperationsProfile(anOperationsProfile({ available_states: ['UP'], defaults, operations }))).toEqual(
    [],
  )
})

test('all violations are listed in the order that clients know', () => {
  const truth_table = [
    { a: 'A', b: 'B', x: 'Z' },
    { a: 'Y', b: 'C', x: 'C' },
  ]
  const profile = anOperationsProfile({
    name: '',
    available_states: ['C', 'A', 'B', 'C', 'C'],
    defaults: { down: 'A', missing: 'X', unknown: '' },
    operations: [
      { name: 'AND', truth_table },
      { name: 'AND', truth_table: [...truth_table, ...truth_table, ...truth_table, ...truth_table] },
    ],
  })
  expect(problemsOfOperationsProfile({ ...profile, operations: profile.operations.slice(0, 1) })).toEqual([
    'name is required',
    'State:C is duplicated',
    'State:C is duplicated',
    'State:C is duplicated',
    'Default Missing State: X not in available States',
    'Default Unknown State:  not in available States',
    'In Operation: AND, statement member x: Z contains undeclared state',
    'In Operation: AND, statement member a: Y contains undeclared state',
    'Not enough mentions of state:A in operation: AND',
    'Not enough mentions of state:B in operation: AND',
    'Not enough mentions of state:C in operation: AND',
  ])
  const problems = problemsOfOperationsProfile(profile)
  expect(problems).toContain('Operation:AND is duplicated')
  expect(problems.filter((problem) => problem.startsWith('Not enough'))).toHaveLength(3)
})

test('a row of two equal states mentions the state twice', () => {
  const operations = [
    {
      name: 'OR',
      truth_table: [
        { a: 'UP', b: 'UP', x: 'UP' },
        { a: 'GONE', b: 'GONE', x: 'GONE' },
      ],
    },
  ]
  expect(problemsOfOperationsProfile(anOperationsProfile({ operations }))).toEqual([])
})

test('a profile without rows does not collect a problem for each of its operations and states', () => {
  const available_states = Array.from({ length: 2_000 }, (_, index) => `S${index}`)
  const operations = Array.from({ length: 2_000 }, (_, index) => ({ name: `O${index}`, truth_table: [] }))
  expect(problemsOfOperationsProfile(anOperationsProfile({ available_states, operations }))).toHaveLength(1_000)
})
