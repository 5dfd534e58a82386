import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@quatrain/server/cli/terminal.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDumps } from './read-dump.ts'

describe('dumps', () => {
  let folder: string
  const write = (name: string, content: unknown) =>
    writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quatrain-dumps-'))
    await write('nordlab-2026-11-20.json', [
      { model: 'poem.groupofmetrics', fields: { name: 'NORDLAB', permissions: [] } },
      { model: 'users.custuser', pk: 1, fields: { username: 'ops1' } },
      {
        model: 'poem.userprofile',
        pk: 3,
        fields: { user: ['ops1'], groupsofmetrics: [['NORDLAB']], groupsofreports: [] },
      },
    ])
    await write('public.json', [
      { model: 'super.package', fields: { name: 'probes', version: '1.0', repos: [['main', 'Rocky 9']] } },
      { model: 'super.ostag', fields: { name: 'Rocky 9' } },
      { model: 'super.yumrepo', fields: { name: 'main', tag: ['Rocky 9'] } },
    ])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('are read by schema, the super-tenant first, with references by name', async () => {
    const [shared, nordlab] = await readDumps(folder)
    expect([shared?.name, nordlab?.name]).toEqual(['public', 'nordlab'])
    expect(shared?.find('package', ['probes', '1.0'])?.fields.name).toBe('probes')
    expect(shared?.links('package', 'yumRepo')).toEqual([
      { from: shared?.find('package', ['probes', '1.0']), to: ['main', 'Rocky 9'] },
    ])
    expect(shared?.find('yumRepo', ['main', 'Rocky 9'])?.fields.name).toBe('main')
    expect(nordlab?.find('user', ['ops1'])?.id).toBe(1)
    expect(nordlab?.links('userProfile', 'groupOfMetrics')).toEqual([
      { from: nordlab?.find('userProfile', 3), to: ['NORDLAB'] },
    ])
    expect(nordlab?.links('userProfile', 'groupOfReports')).toEqual([])
  })

  test.each([
    ['a second one of a schema', 'nordlab_2026-11-21.json', [], /two dumps of the schema nordlab/],
    ['a file that is none', 'other.json', '{"model"', /other\.json is no dump/],
  ])('refuses %s', async (_, name, content, message) => {
    await write(name, content)
    const refused = await readDumps(folder).catch((error: unknown) => error)
    await rm(join(folder, name))
    expect(refused).toBeInstanceOf(UsageError)
    expect(refused).toMatchObject({ message: expect.stringMatching(message) })
  })
})
