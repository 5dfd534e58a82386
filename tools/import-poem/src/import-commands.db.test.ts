import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { run } from '@quatrain/server/cli/run.ts'
import { runCommand } from '@quatrain/server/test/command.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addImportCommands } from './import-commands.ts'

let folder: string
let settings: Readonly<Record<string, string>>
let close: () => Promise<void> = async () => undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quatrain-import-'))
  const database = await serverDatabases[0]?.open()
  if (database) close = () => database.close()
  const place: Record<string, string> = database?.url
    ? { QUATRAIN_DATABASE_URL: database.url }
    : { QUATRAIN_DATA: join(folder, 'data') }
  settings = { ...place, QUATRAIN_SECRET: 'a secret of thirty-two characters' }
  expect(await quatrain('migrate')).toMatchObject({ code: 0 })
  await quatrain('tenant create --name all --hostname console.test')
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

const quatrain = (line: string) => runCommand(line.split(' '), settings, '', (args) => run(args, [addImportCommands]))

test('imports dumps of another system, at first as a dry run', async () => {
  const dumps = join(folder, 'dumps')
  await mkdir(dumps)
  await writeFile(join(dumps, 'public.json'), '[]')
  const group = { model: 'poem.groupofmetrics', fields: { name: 'NORDLAB' } }
  await writeFile(join(dumps, 'nordlab-2026-11-20.json'), JSON.stringify([group, { ...group, model: 'poem.mystery' }]))
  const line = `import poem --from ${dumps} --hostname nordlab=nordlab.test`
  const report = /^all \(schema public\).*NORDLAB \(schema nordlab\)\n.*poem_mystery: .* "NORDLAB"/s
  const tried = await quatrain(`${line} --dry-run`)
  expect(tried).toMatchObject({ code: 0, err: '', out: expect.stringMatching(report) })
  expect(tried.out).toMatch(/\nNothing was written\.$/)
  const lines = join(folder, 'lines')
  expect(await quatrain(`${line} --report ${lines}`)).toMatchObject({ code: 0, out: expect.stringMatching(report) })
  expect((await quatrain('tenant list')).out).toContain('nordlab.test')
  expect(JSON.parse(await readFile(lines, 'utf8'))).toMatchObject({ schema: 'nordlab', table: 'poem_mystery' })
  const zone = await quatrain(`${line} --time-zone Nowhere`)
  expect(zone).toMatchObject({ code: 2, err: expect.stringContaining('must be the name of a time zone') })
})

test('a database that cannot be read is named by its option', async () => {
  const { code, out, err } = await quatrain('import poem --from postgresql://nobody@127.0.0.1:1/poem --dry-run')
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^The database that --from names cannot be read: .*ECONNREFUSED/)
})
