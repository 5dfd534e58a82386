import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Counts, countsOf, none, oneFailure, sum, type VitestReport } from './counts.ts'

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

/** A phase that runs the tests of some projects of a configuration; having no tests is no failure. */
export const vitest = (name: string, projects: readonly string[], config = 'vitest.config.ts'): Phase => ({
  name,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'quatrain-test-'))
    const file = join(folder, 'report.json')
    const errors = join(folder, 'errors.json')
    try {
      const exitCode = await exitCodeOf(
        [
          ...['vitest', 'run', '--passWithNoTests', `--config=${config}`],
          ...projects.map((project) => `--project=${project}`),
          ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
          '--reporter=./scripts/test/error-reporter.ts',
        ],
        { QUATRAIN_TEST_ERRORS: errors },
      )
      return countsOf(read<VitestReport>(file), read<string[]>(errors) ?? [], exitCode)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs a program of the repository and passes its output on. A program that was killed or is missing counts as failed.
 */
function exitCodeOf([program = '', ...args]: readonly string[], environment = {}): Promise<number> {
  const root = join(import.meta.dirname, '..', '..')
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment, PATH } })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
