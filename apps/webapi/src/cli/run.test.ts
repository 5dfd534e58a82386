import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from '@quatrain/platform/database/folder-lock.ts'
import { callsOfEveryCommand } from '@quatrain/platform/testing/every-command.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../open-database.ts'
import { webApiProgram } from './program.ts'
import { run } from './run.ts'

let folder: string
let unlock: () => void
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quatrain-webapi-'))
  unlock = lockFolder(join(folder, 'data'))
})
afterAll(() => {
  unlock()
  rmSync(folder, { recursive: true })
})

async function result(args: readonly string[], open: () => ReturnType<typeof openDatabase>) {
  const [out, err]: [string[], string[]] = [[], []]
  const terminal = { print: (line: string) => out.push(line), printError: (line: string) => err.push(line) }
  const code = await run(args, { ...terminal, open, confirm: async () => {} })
  return { code, out, err }
}

const nothing = { open: () => Promise.reject(new Error()), print: () => {}, confirm: async () => {} }
const calls = callsOfEveryCommand(webApiProgram(nothing), '2026-01-01')

test('every command is tried', () => {
  expect(calls.map(([first]) => first)).toEqual(
    expect.arrayContaining(['migrate', 'tenant', 'key', 'feed', 'administrator']),
  )
})

test.each(calls)('%s %s on a folder that is in use fails with one sentence and 1', async (...call) => {
  const open = () => openDatabase({ QUATRAIN_WEBAPI_DATA: join(folder, 'data') })
  const err = [`The database in ${join(folder, 'data')} is in use by process ${process.pid}.`]
  expect(await result(call, open)).toEqual({ code: 1, out: [], err })
})

test('an unexpected error is one line too', async () => {
  const open = () => Promise.reject(new Error('It broke.\nAnd more.'))
  expect(await result(['tenant', 'list'], open)).toEqual({ code: 1, out: [], err: ['It broke.'] })
})
