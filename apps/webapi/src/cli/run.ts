import { CommanderError } from 'commander'
import { terminalMessage } from '../terminal-message.ts'
import { webApiProgram } from './program.ts'
import type { Terminal } from './terminal.ts'

/** Runs the command in these arguments. Returns the exit code; prints one line with `printError` if the command failed. */
export async function run(
  args: readonly string[],
  { printError, ...terminal }: Terminal & { printError(line: string): void },
): Promise<0 | 1> {
  try {
    await webApiProgram(terminal).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1
    const message = terminalMessage(error)
    printError(message instanceof Error ? firstLineOf(message.message) : String(message))
    return 1
  }
}

const firstLineOf = (text: string) => text.split('\n', 1)[0] ?? ''
