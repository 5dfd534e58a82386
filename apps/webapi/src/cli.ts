import { createInterface } from 'node:readline/promises'
import { OperatorError } from '#kit/operator.ts'
import { webApiProgram } from './cli/program.ts'
import { openDatabase } from './open-database.ts'
import { terminalMessage } from './terminal-message.ts'

async function confirm(question: string) {
  if (!process.stdin.isTTY) throw new OperatorError('There is no terminal to prompt on; use --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.')
}

const program = webApiProgram({
  open: () => openDatabase(process.env),
  print: (line) => console.log(line),
  confirm,
})

try {
  await program.parseAsync()
} catch (error) {
  console.error(terminalMessage(error))
  process.exitCode = 1
}
