import { describe, expect, test } from 'vitest'
import { countsOf, lineOf, none, sum, type VitestReport, withSecondRun } from './counts.ts'

const report = (given: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...given,
})

const passed = { status: 'passed', fullName: 'a list shows its rows', failureMessages: [] }
const failed = {
  status: 'failed',
  fullName: 'a list can be sorted',
  failureMessages: ['AssertionError: expected 1 to be 2\n    at list.test.ts:3'],
}
const file = { name: '/src/list.test.ts', status: 'failed', message: '', startTime: 0, endTime: 1500 } as const

describe('the counts of a run', () => {
  test('are those of its tests, with a line for each failure', () => {
    const testResults = [{ ...file, assertionResults: [passed, failed] }]
    const run = report({ numPassedTests: 1, numPendingTests: 1, numTodoTests: 1, testResults })
    expect(countsOf(run, [], 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: ['/src/list.test.ts: a list can be sorted: AssertionError: expected 1 to be 2'],
      unsteady: [],
      slowest: [{ name: '/src/list.test.ts', seconds: 1.5 }],
    })
  })

  test('are zero without tests, which is no failure', () => {
    expect(countsOf(report({}), [], 0)).toEqual(none)
  })

  test('include a failure for a file that cannot be loaded', () => {
    const testResults = [{ ...file, message: 'SyntaxError: Unexpected token\n    at …', assertionResults: [] }]
    expect(countsOf(report({ numPassedTests: 5, testResults }), [], 1)).toEqual({
      ...none,
      passed: 5,
      failed: 1,
      failures: ['/src/list.test.ts: SyntaxError: Unexpected token'],
      slowest: [{ name: '/src/list.test.ts', seconds: 1.5 }],
    })
  })

  test('include a failure for an error that no test caught', () => {
    expect(countsOf(report({ numPassedTests: 5 }), ['Error: write EPIPE'], 1)).toEqual({
      ...none,
      passed: 5,
      failed: 1,
      failures: ['Outside the tests: Error: write EPIPE'],
    })
  })

  test('include a failure for a run that failed without saying why', () => {
    expect(countsOf(report({ numPassedTests: 5 }), [], 1)).toMatchObject({ passed: 5, failed: 1 })
  })

  test('include a failure for a run without a report, whatever its exit code', () => {
    expect(countsOf(undefined, [], 0)).toMatchObject({ passed: 0, failed: 1 })
  })
})

test('are summed in the last line, which names skipped tests only if there are any', () => {
  const runs = [
    { ...none, passed: 3 },
    { ...none, passed: 4, failed: 1, failures: ['one'] },
  ]
  expect(sum(runs).failures).toEqual(['one'])
  expect(lineOf(sum(runs))).toBe('7 passed, 1 failed')
  expect(lineOf(sum([...runs, { ...none, skipped: 2 }]))).toBe('7 passed, 1 failed, 2 skipped')
})

describe('the counts of a run whose failed files were run again', () => {
  const first = { ...none, passed: 7, failed: 2, failures: ['/a.ts: one: late', '/a.ts: two: wrong'] }

  test('have a test that passed then among the passed ones, and name it', () => {
    const second = { ...none, passed: 3, failed: 1, failures: ['/a.ts: two: still wrong'] }
    const counts = withSecondRun(first, second)
    expect(counts).toMatchObject({ passed: 8, failed: 1, failures: ['/a.ts: two: still wrong'] })
    expect(counts.unsteady).toEqual(['/a.ts: one: late'])
    expect(lineOf(counts)).toBe('8 passed, 1 failed, 1 unsteady')
  })

  test('fail if the second run ended without a report', () => {
    expect(withSecondRun(first, countsOf(undefined, [], 1)).failed).toBe(1)
  })
})
