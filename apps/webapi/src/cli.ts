import { createInterface } from 'node:readline/promises'
import { OperatorError } from '#kit/operator.ts'
import { run } from './cli/run.ts'
import { openDatabase } from './open-database.ts'

async function confirm(question: string) {
  if (!process.stdin.isTTY) throw new OperatorError('There is no terminal to prompt on; use --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was changed.')
}

process.exitCode = await run(process.argv.slice(2), {
  open: () => openDatabase(process.env),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  confirm,
})
