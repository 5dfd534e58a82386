import { createInterface } from 'node:readline/promises'
import { SettingError } from '@quatrain/platform/settings.ts'
import { OperatorError } from '#kit/operator.ts'
import { webApiProgram } from './cli/program.ts'
import { openDatabase } from './open-database.ts'

async function confirm(question: string) {
  if (!process.stdin.isTTY) throw new OperatorError('There is nobody to ask; say --yes.')
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

const undefinedTable = '42P01'

/** What an operator can mend is told in a sentence, anything else in full. */
function told(error: unknown): unknown {
  if (error instanceof OperatorError || error instanceof SettingError) return error.message
  const isNotMigrated = error instanceof Error && 'code' in error && error.code === undefinedTable
  return isNotMigrated ? 'The database is not set up; run the command migrate first.' : error
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(told(error))
  process.exitCode = 1
}
