import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from '@quatrain/platform/database/folder-lock.ts'
import { callsOfEveryCommand } from '@quatrain/platform/testing/every-command.ts'
import { operatorProgram } from '@quatrain/server/cli/program.ts'
import { run } from '@quatrain/server/cli/run.ts'
import { runCommand } from '@quatrain/server/test/command.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addImportCommands } from './import-commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'quatrain-commands-'))
const data = join(folder, 'data')
const environment = {
  QUATRAIN_DATA: data,
  QUATRAIN_WEBAPI_DATA: join(folder, 'webapi'),
  QUATRAIN_HISTORY_MONTHS: '12',
  QUATRAIN_HISTORY_ARCHIVE: join(folder, 'archive'),
  QUATRAIN_SECRET: 'a secret of thirty-two characters',
}
const unlocks: (() => void)[] = []
beforeAll(() => {
  unlocks.push(lockFolder(data), lockFolder(environment.QUATRAIN_WEBAPI_DATA))
})
afterAll(() => {
  for (const unlock of unlocks) unlock()
  rmSync(folder, { recursive: true })
})

// A completion needs nothing.
const calls = callsOfEveryCommand(operatorProgram([addImportCommands]), join(folder, 'given')).filter(
  ([command]) => command !== 'completion',
)

test('every command is tried', () => {
  expect(calls.map((call) => call.slice(0, 2).join(' '))).toEqual(
    expect.arrayContaining(['tenant create', 'import poem', 'backup create', 'activity archive', 'request wait']),
  )
})

test.each(calls)('%s %s on folders that are in use fails with one sentence and its exit code', async (...call) => {
  const { code, out, err } = await runCommand(call, environment, '', (args) => run(args, [addImportCommands]))
  // 2 is a call that is wrong, or something that was not checked; 64 is a wrong call of `request`, where 2 is a result.
  expect([call, [1, 2, 64].includes(code), out, err]).toEqual([call, true, out, expect.stringMatching(/^[^\n]+$/)])
  expect(err).not.toMatch(/\bat .+:\d+:\d+|^\w*Error:/)
})
