import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Counts, countsOf, none, oneFailure, sum, type VitestReport, withSecondRun } from './counts.ts'

export interface Phase {
  readonly name: string
  /** Another phase that this one depends on. */
  readonly needs?: string
  run(): Promise<Counts>
}

/** A phase of commands that run at the same time, since each uses one core; each passes or fails and counts no tests. */
export const checks = (name: string, commands: readonly string[]): Phase => ({
  name,
  run: async () => sum(await Promise.all(commands.map(check))),
})

const check = async (command: string): Promise<Counts> =>
  (await exitCodeOf(command.split(' '))) === 0 ? none : oneFailure(`${command} failed: see above.`)

export interface VitestOptions {
  readonly config?: string
  /** How many files run at once: by default, as many as the machine has processors. */
  readonly workers?: number
}

/** More failed files than these say that something is broken, not that a test is unsteady. */
const mostFilesRunAgain = 5

/**
 * A phase that runs the tests of some projects of a configuration; having no tests is no failure. Files that failed are run once
 * more, one at a time: what passes then is counted as passed, and listed as unsteady.
 */
export const vitest = (name: string, projects: readonly string[], options: VitestOptions = {}): Phase => ({
  name,
  async run() {
    const first = await vitestRun(projects, options)
    const failedFiles = (first.report?.testResults ?? [])
      .filter((file) => file.status === 'failed')
      .map((file) => file.name)
    const isOfFiles = first.errors.length === 0 && failedFiles.length > 0 && failedFiles.length <= mostFilesRunAgain
    if (!isOfFiles) return first.counts
    console.log(`\n=== ${name}: files that failed are run again\n${failedFiles.join('\n')}`)
    const second = await vitestRun(projects, { ...options, workers: 1 }, failedFiles)
    return withSecondRun(first.counts, second.counts)
  },
})

async function vitestRun(projects: readonly string[], options: VitestOptions, files: readonly string[] = []) {
  const { config = 'vitest.config.ts', workers = availableParallelism() } = options
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-test-'))
  const reportFile = join(folder, 'report.json')
  const errorsFile = join(folder, 'errors.json')
  try {
    const exitCode = await exitCodeOf(
      [
        ...['vitest', 'run', ...files, '--passWithNoTests', `--config=${config}`, `--maxWorkers=${workers}`],
        ...projects.map((project) => `--project=${project}`),
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
        '--reporter=./scripts/test/error-reporter.ts',
      ],
      { QUATRAIN_TEST_ERRORS: errorsFile },
    )
    const report = read<VitestReport>(reportFile)
    const errors = read<string[]>(errorsFile) ?? []
    return { report, errors, counts: countsOf(report, errors, exitCode) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs a program of the repository and passes its output on. A program that was killed or is missing counts as failed. Programs
 * are told that they run in CI, so that a run here is as strict as one there: Vitest refuses obsolete snapshots only then.
 */
function exitCodeOf([program = '', ...args]: readonly string[], environment = {}): Promise<number> {
  const root = join(import.meta.dirname, '..', '..')
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { CI: 'true', ...process.env, ...environment, PATH },
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
