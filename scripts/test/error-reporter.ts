import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Writes the errors that no test caught as a list of messages, which Vitest's `json` reporter leaves out, to the file
 * that the environment variable `QUATRAIN_TEST_ERRORS` names.
 */
export default class ErrorReporter implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env.QUATRAIN_TEST_ERRORS
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)))
  }
}
