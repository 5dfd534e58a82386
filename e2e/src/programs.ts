import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

export type Settings = Readonly<Record<string, string>>

/** How a process ended: its exit code, or the signal that ended it. */
export type Ending = number | NodeJS.Signals

/** A server of the product in its own process. */
export interface Program {
  readonly pid: number
  /** Its output so far, stdout and stderr. */
  readonly output: () => string
  readonly ending: Promise<Ending>
  /** Sends the signal and waits until the process has ended. */
  end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<Ending>
}

/**
 * Starts a script of the repository with only these settings. Resolves when its output matches `ready`; throws with its
 * output if it ends before that.
 */
export async function startProgram(script: string, settings: Settings, ready: RegExp): Promise<Program> {
  const child = spawn(process.execPath, [script], {
    cwd: checkout,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ending = endingOf(child)
  const written: string[] = []
  const output = () => written.join('')
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        written.push(chunk)
        if (ready.test(output())) resolve()
      })
    }
    void ending.then((how) => reject(new Error(`${script} ended (${how}) before it was ready:\n${output()}`)))
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${script} did not start.`)
  const end: Program['end'] = (signal) => {
    child.kill(signal)
    return ending
  }
  return { pid, output, ending, end }
}

/** The result of a command. */
export interface Finished {
  readonly code: Ending
  readonly out: string
  readonly error: string
}

/** Runs a command of the repository to its end with only these settings. */
export async function runCommand(words: readonly string[], settings: Settings, input = ''): Promise<Finished> {
  const [program = '', ...rest] = words
  const child = spawn(program, rest, { cwd: checkout, env: environment(settings), stdio: 'pipe' })
  // A program can end without reading its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code, out, error] = await Promise.all([endingOf(child), text(child.stdout), text(child.stderr)])
  return { code, out, error }
}

/** Settings in the environment of the person who runs the tests must not affect them. */
const environment = (settings: Settings) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  TZ: 'UTC',
  ...settings,
})

async function endingOf(child: ChildProcess): Promise<Ending> {
  const [code, signal]: (number | NodeJS.Signals | null)[] = await once(child, 'exit')
  return code ?? signal ?? 0
}
