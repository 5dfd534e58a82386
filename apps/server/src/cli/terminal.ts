import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The arguments of the command are invalid. */
export class UsageError extends Error {}

/** The check could not be performed; the cause, if any, says why. The result is unknown. */
export class NotChecked extends Error {}

/** The command has ended with an exit code of its own; the message is printed, unless it is empty. */
export class Exit extends Error {
  readonly exitCode: number
  constructor(exitCode: number, message = '') {
    super(message)
    this.exitCode = exitCode
  }
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Prompts on the terminal; secret input is not echoed. Throws a usage error if there is no terminal. */
async function ask(
  question: string,
  options: { readonly isSecret: boolean; readonly otherwise: string },
): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`There is no terminal to prompt on; ${options.otherwise}.`)
  const output = options.isSecret ? nowhere() : process.stderr
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  // Only now: before, the terminal itself would show what is typed or pasted at once.
  process.stderr.write(question)
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    if (options.isSecret) process.stderr.write('\n')
  }
}

/** Makes the operator type the name of the object to be destroyed. Throws if the names differ. */
export async function confirmByName(subject: string, name: string): Promise<void> {
  const typed = await ask(`${subject}\nType ${name} to confirm: `, { isSecret: false, otherwise: 'use --yes' })
  if (typed.trim() !== name) throw new Error('Nothing was changed.')
}

const shortestPassword = 8

/**
 * A new password: all of standard input, or entered twice. It is never an argument, which other users of the machine
 * could read.
 */
export async function readPassword(fromStdin: boolean): Promise<string> {
  const password = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : await askWithConfirmation()
  if (password.length < shortestPassword) {
    throw new UsageError(`A password needs at least ${shortestPassword} characters.`)
  }
  return password
}

async function askWithConfirmation(): Promise<string> {
  const options = { isSecret: true, otherwise: 'use --password-stdin and send the password to standard input' }
  const password = await ask('Password: ', options)
  if ((await ask('Repeat the password: ', options)) !== password) throw new Error('The two passwords differ.')
  return password
}
