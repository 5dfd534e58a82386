import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The command was given in a way that it cannot be carried out. */
export class UsageError extends Error {}

/** What was to be checked could not be; the cause, if any, says why. Whether it holds is not known. */
export class NotChecked extends Error {}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Asks at the terminal; what is typed is not shown when it is secret. Throws a usage error when nobody is there. */
async function ask(
  question: string,
  options: { readonly isSecret: boolean; readonly otherwise: string },
): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`There is nobody to ask; ${options.otherwise}.`)
  process.stderr.write(question)
  const output = options.isSecret ? nowhere() : process.stderr
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    if (options.isSecret) process.stderr.write('\n')
  }
}

/** Has the operator type the name of what is going to be destroyed. Throws when it is another. */
export async function confirmByName(what: string, name: string): Promise<void> {
  const typed = await ask(`${what}\nType ${name} to go on: `, { isSecret: false, otherwise: 'say --yes' })
  if (typed.trim() !== name) throw new Error('Nothing was changed.')
}

const shortestPassword = 8

/** A new password: all of standard input, or asked for twice. It is never an argument, where everybody can read it. */
export async function readPassword(fromStdin: boolean): Promise<string> {
  const password = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : await askTwice()
  if (password.length < shortestPassword) {
    throw new UsageError(`A password has at least ${shortestPassword} characters.`)
  }
  return password
}

async function askTwice(): Promise<string> {
  const options = { isSecret: true, otherwise: 'say --password-stdin and send the password to standard input' }
  const password = await ask('Password: ', options)
  if ((await ask('The same again: ', options)) !== password) throw new Error('These were two different passwords.')
  return password
}
