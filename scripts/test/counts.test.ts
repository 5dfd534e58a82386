import { describe, expect, test } from 'vitest'
import { countsOf, lineOf, none, sum, type VitestReport } from './counts.ts'

const report = (given: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...given,
})

describe('the counts of a run', () => {
  test('are those of its tests', () => {
    const run = report({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 })
    expect(countsOf(run, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  })

  test('are zero without tests, which is no failure', () => {
    expect(countsOf(report({}), 0)).toEqual(none)
  })

  test('include a failure for a file that cannot be loaded', () => {
    const run = report({ numPassedTests: 5, testResults: [{ status: 'failed', assertionResults: [] }] })
    expect(countsOf(run, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  })

  test('do not take a file for a failure beside its own failed tests', () => {
    const run = report({
      numFailedTests: 1,
      testResults: [{ status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }],
    })
    expect(countsOf(run, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('include a failure for an error that no test caught', () => {
    expect(countsOf(report({ numPassedTests: 5 }), 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  })

  test('include a failure for a run without a report, whatever its exit code', () => {
    expect(countsOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

test('are summed in the last line, which names skipped tests only if there are any', () => {
  const runs = [
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 4, failed: 1, skipped: 0 },
  ]
  expect(lineOf(sum(runs))).toBe('7 passed, 1 failed')
  expect(lineOf(sum([...runs, { passed: 0, failed: 0, skipped: 2 }]))).toBe('7 passed, 1 failed, 2 skipped')
})
