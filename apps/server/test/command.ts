import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { run } from '../src/cli/run.ts'

/** What a command has printed, without the space around it, and its exit code. */
export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Runs a command of the server, or of a tool with `perform`, in this process, with its own standard streams and with these variables in addition to
 * those of this process. There is no terminal. One command at a time.
 */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
  perform: (args: readonly string[]) => Promise<number> = run,
): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' }
  const print = (stream: keyof typeof printed) => (line: unknown) => {
    printed[stream] += `${line}\n`
  }
  const write =
    (stream: keyof typeof printed) =>
    (text: unknown, ...rest: readonly unknown[]) => {
      printed[stream] += text
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print('stdout')),
    vi.spyOn(console, 'error').mockImplementation(print('stderr')),
    vi.spyOn(process.stdout, 'write').mockImplementation(write('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(write('stderr')),
  ]
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([input]) })
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  try {
    const code = await perform(args)
    return { code, out: printed.stdout.trim(), err: printed.stderr.trim() }
  } finally {
    vi.unstubAllEnvs()
    if (stdin) Object.defineProperty(process, 'stdin', stdin)
    for (const spy of spies) spy.mockRestore()
  }
}
