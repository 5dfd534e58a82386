export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** A line for each failure: which test of which file, and why. */
  readonly failures: readonly string[]
}

/** The fields that we read of the report of Vitest's `json` reporter. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: 'passed' | 'failed'
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
export const oneFailure = (why: string): Counts => ({ ...none, failed: 1, failures: [why] })

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (left, right) => ({
      passed: left.passed + right.passed,
      failed: left.failed + right.failed,
      skipped: left.skipped + right.skipped,
      failures: [...left.failures, ...right.failures],
    }),
    none,
  )

/**
 * The counts of one Vitest run. Errors outside tests count as failures: a file that could not be loaded or did not end,
 * each of the errors that no test caught (their stacks or messages), and a run without a report.
 */
export function countsOf(report: VitestReport | undefined, errors: readonly string[], exitCode: number): Counts {
  if (!report) return oneFailure('The run ended without a report.')
  const failures = [...report.testResults.flatMap(failuresOf), ...errors.map((error) => `Outside the tests: ${error}`)]
  if (failures.length === 0 && exitCode !== 0) failures.push(`Vitest ended with code ${exitCode}: see above.`)
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

/** The failed tests of a file; the file itself if it failed without one. */
function failuresOf({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${name}: ${firstLine(message)}`]
  return failed.map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
}

const firstLine = (text = '') => text.split('\n', 1)[0]

/** The last line of a run. */
export const lineOf = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
