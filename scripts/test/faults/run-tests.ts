import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { VitestReport } from '../counts.ts'
import { projectsOf } from './fault.ts'

/** A hang is no finding, even if its test would fail in the end. */
const maxMinutes = 10

export interface Run {
  readonly isPassed: boolean
  /** The title of the first test that failed. */
  readonly failedTest: string | undefined
  readonly seconds: number
}

/** Runs test files of the copy in `folder` as `npm test` does, until the first test fails. */
export function runTests(folder: string, files: readonly string[], { isShown = false } = {}): Run {
  const begun = performance.now()
  const { QUATRAIN_TEST_FULL: _, ...environment } = process.env
  const stdio = isShown ? 'inherit' : 'ignore'
  const inCopy = { cwd: folder, env: environment, stdio, timeout: maxMinutes * 60_000 } as const
  // Browsers get the built application.
  const projects = new Set(files.flatMap(projectsOf))
  if (projects.has('e2e')) spawnSync('npm', ['run', 'build', '--workspace=apps/web'], inCopy)
  const report = join(folder, 'faults-report.json')
  rmSync(report, { force: true })
  const { status } = spawnSync(
    join(folder, 'node_modules/.bin/vitest'),
    [
      ...['run', '--bail=1', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...[...projects].map((project) => `--project=${project}`),
      ...files,
    ],
    inCopy,
  )
  const results: VitestReport['testResults'] = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8')).testResults
    : []
  const failed = results.flatMap((file) => file.assertionResults).find((test) => test.status === 'failed')
  return {
    isPassed: status === 0,
    failedTest: failed?.fullName,
    seconds: Math.round((performance.now() - begun) / 1000),
  }
}
