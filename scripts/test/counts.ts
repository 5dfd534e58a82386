export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The fields that we read of the report of Vitest's `json` reporter. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly status: 'passed' | 'failed'
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }
export const oneFailure: Counts = { ...none, failed: 1 }

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (left, right) => ({
      passed: left.passed + right.passed,
      failed: left.failed + right.failed,
      skipped: left.skipped + right.skipped,
    }),
    none,
  )

/**
 * The counts of one Vitest run. Errors outside tests count as failures: a file that could not be loaded or did not end,
 * an error that no test caught, and a run without a report.
 */
export function countsOf(report: VitestReport | undefined, exitCode: number): Counts {
  if (!report) return oneFailure
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = report.numFailedTests + brokenFiles.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** The last line of a run. */
export const lineOf = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
