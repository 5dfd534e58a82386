export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** A line for each failure: which test of which file, and why. */
  readonly failures: readonly string[]
  /** Failures of tests that passed when their file was run again: faults of a test or of the product, to be mended. */
  readonly unsteady: readonly string[]
  /** The files that took longest, the longest first. */
  readonly slowest: readonly Duration[]
}

export interface Duration {
  readonly name: string
  readonly seconds: number
}

const slowestShown = 10

/** The fields that we read of the report of Vitest's `json` reporter. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: 'passed' | 'failed'
    /** Milliseconds of the clock. */
    readonly startTime: number
    readonly endTime: number
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [], slowest: [] }
export const oneFailure = (why: string): Counts => ({ ...none, failed: 1, failures: [why] })

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (left, right) => ({
      passed: left.passed + right.passed,
      failed: left.failed + right.failed,
      skipped: left.skipped + right.skipped,
      failures: [...left.failures, ...right.failures],
      unsteady: [...left.unsteady, ...right.unsteady],
      slowest: slowestOf([...left.slowest, ...right.slowest]),
    }),
    none,
  )

const slowestOf = (durations: readonly Duration[]): Duration[] =>
  durations.toSorted((left, right) => right.seconds - left.seconds).slice(0, slowestShown)

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
    unsteady: [],
    slowest: slowestOf(
      report.testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 })),
    ),
  }
}

/** The counts of a run of which the failed files were run again: tests that passed then are passed, but unsteady. */
export function withSecondRun(first: Counts, second: Counts): Counts {
  const nameOf = (failure: string) => failure.split(': ').slice(0, 2).join(': ')
  const failedAgain = new Set(second.failures.map(nameOf))
  const unsteady = first.failures.filter((failure) => !failedAgain.has(nameOf(failure)))
  return {
    ...first,
    passed: first.passed + first.failed - second.failed,
    failed: second.failed,
    failures: second.failures,
    unsteady,
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
export const lineOf = ({ passed, failed, skipped, unsteady }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}${unsteady.length > 0 ? `, ${unsteady.length} unsteady` : ''}`
