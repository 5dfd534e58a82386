import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const helpOf = (...command: readonly string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...command, '--help'], { encoding: 'utf8' })

test('an operator has the commands of the server and of tools in one program', () => {
  expect(helpOf()).toMatch(/^ {2}tenant .*^ {2}import .*^ {2}migrate /ms)
  expect(helpOf('import', 'poem')).toMatch(/^Usage: quatrain import poem .*--from <address or folder>.*--dry-run/s)
})
