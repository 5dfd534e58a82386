import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { exportOf, namesOf, writeExport } from './export-folder.ts'
import { readFolder } from './read-folder.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A new folder with these files. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'configuration-'))
  folders.push(folder)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const tag = (name: string) => `kind: metrictag\nname: ${name}\n`
const namesIn = async (folder: string) => {
  const { files, problems } = await readFolder(folder)
  return { names: files.flatMap(({ objects }) => objects.map(({ name }) => name)), problems }
}

describe('a folder is read', () => {
  test('with files of YAML and JSON in any folder, but nothing that begins with a dot', async () => {
    const folder = folderOf({
      'b/tags.yml': tag('b'),
      'a.YAML': `\ufeff${tag('a').replaceAll('\n', '\r\n')}`,
      'c.json': '[{"kind": "metrictag", "name": "c"}]',
      '.git/d.yaml': tag('d'),
      '.gitlab-ci.yml': 'stages: []',
      'README.md': 'Ours',
    })
    expect(await namesIn(folder)).toEqual({ names: ['a', 'b', 'c'], problems: [] })
  })

  test('with all problems of all files', async () => {
    const folder = folderOf({
      'a.yaml': tag('eol'),
      'b/c.yaml': `${tag('new')}---\n${tag('eol')}colour: red\n`,
      'd.yaml': tag('eol'),
      'latin.yaml': Buffer.from('# é\n', 'latin1'),
      'tab.yaml': 'kind:\n\ta: 1\n',
    })
    expect((await namesIn(folder)).problems.map(({ file, line, field, rule }) => [file, line, field, rule])).toEqual([
      ['latin.yaml', 1, '', 'The file is not UTF-8'],
      ['b/c.yaml', 6, 'colour', 'Unknown field'],
      ['tab.yaml', 2, '', 'Tabs are not allowed as indentation'],
      ['d.yaml', 1, 'name', 'The object is also in a.yaml:1'],
    ])
  })

  test('with links, but none that lead out of it', async () => {
    const folder = folderOf({ '..data/tag.yaml': tag('a'), 'other.yaml': tag('b') })
    symlinkSync('..data/tag.yaml', join(folder, 'tag.yaml'))
    symlinkSync('other.yaml', join(folder, 'same.yaml'))
    symlinkSync(join(folderOf({ 'secret.yaml': tag('c') }), 'secret.yaml'), join(folder, 'z.yaml'))
    const { names, problems } = await namesIn(folder)
    expect([names, problems]).toEqual([
      ['b', 'a'],
      [{ file: 'z.yaml', line: 1, column: 1, field: '', rule: 'The link leads out of the folder' }],
    ])
  })

  test('unless it is very large, or does not exist', async () => {
    const folder = folderOf({ 'a.yaml': '' })
    truncateSync(join(folder, 'a.yaml'), 50 * 1024 ** 2)
    await expect(readFolder(folder)).rejects.toThrow(/^The files in .* are larger than 32 MB together\.$/)
    await expect(readFolder(join(folder, 'nothing'))).rejects.toThrow('ENOENT')
  })
})

const console = 'https://alpine.example.org'
const object = (name: string, spec = {}) => ({ kind: 'metrictag', name, spec })
const profile = (description: string) => ({
  kind: 'metricprofile',
  name: 'CORE',
  spec: { groupname: 'operations', description },
})

async function exported(
  folder: string,
  objects: readonly ReturnType<typeof object>[],
  leftOut: readonly string[] = [],
) {
  const changes = exportOf(await readFolder(folder), { objects: [...objects], left_out: [...leftOut] }, console)
  const written = await writeExport(folder, changes)
  return { written: written.filter((path) => path !== 'not-exported.md'), removed: changes.removed }
}

describe('an export', () => {
  test('writes a file for each object, and what it leaves out; a second one writes nothing', async () => {
    const folder = folderOf({})
    const objects = [object('eol'), profile('a\nb')]
    expect(await exported(folder, objects, ['Passwords of users'])).toEqual({
      written: ['metric-tags/eol.yaml', 'metric-profiles/CORE.yaml'],
      removed: [],
    })
    expect(readFileSync(join(folder, 'not-exported.md'), 'utf8')).toBe('# Not exported\n\n- Passwords of users\n')
    expect(await readFolder(folder)).toMatchObject({ problems: [] })
    const { mtimeMs } = statSync(join(folder, 'metric-tags/eol.yaml'))
    expect(await exported(folder, objects)).toEqual({ written: [], removed: [] })
    expect(statSync(join(folder, 'metric-tags/eol.yaml')).mtimeMs).toBe(mtimeMs)
  })

  test('removes files that it has written, and no others', async () => {
    const folder = folderOf({ 'mine.yaml': tag('mine') })
    await exported(
      folder,
      ['a', 'b', 'c'].map((name) => object(name)),
    )
    writeFileSync(join(folder, 'metric-tags/b.yaml'), `# Keep\n${tag('b')}`)
    expect(await exported(folder, [object('c')])).toEqual({ written: [], removed: ['metric-tags/a.yaml'] })
    expect(readdirSync(join(folder, 'metric-tags'))).toEqual(['b.yaml', 'c.yaml'])
  })

  test('keeps the place and the comments of files that people have written', async () => {
    const text = '# Ours\nname: CORE\nkind: metricprofile\nspec: {groupname: operations, description: old}\n'
    const folder = folderOf({ 'ours/core.yml': text, 'two.yaml': `${tag('a')}---\n${tag('b')}` })
    expect(await exported(folder, [profile('old'), object('a'), object('b')])).toEqual({ written: [], removed: [] })
    expect((await exported(folder, [profile('new')])).written).toEqual(['ours/core.yml'])
    expect(readFileSync(join(folder, 'ours/core.yml'), 'utf8')).toBe(
      `# yaml-language-server: $schema=${console}/api/schemas/metricprofile.json\n# Ours\nkind: metricprofile\nname: CORE\nspec:\n  groupname: operations\n  description: new\n`,
    )
  })

  test('refuses to write a file of several objects', async () => {
    const core = 'kind: metricprofile\nname: CORE\nspec: {groupname: operations}\n'
    const folder = folderOf({ 'two.yaml': `${tag('a')}---\n${core}` })
    await expect(exported(folder, [object('a'), profile('new')])).rejects.toThrow(
      'These objects differ: two.yaml: metricprofile CORE.',
    )
  })

  test('writes nothing through a link out of the folder', async () => {
    const outside = folderOf({})
    const folder = folderOf({})
    symlinkSync(outside, join(folder, 'metric-tags'))
    await expect(exported(folder, [object('a')])).rejects.toThrow('a link leads out of it')
    expect(readdirSync(outside)).toEqual([])
  })

  test('gives each object a file name of its own on every system', async () => {
    const folder = folderOf({})
    const names = [
      'a/b',
      '../x',
      'a\\b',
      'C:',
      '.git',
      'CON',
      'con.a',
      'eol',
      'EOL',
      'Eol',
      'e\u0301',
      '\u00e9',
      'a.',
      '%2f',
      'é'.repeat(128),
    ]
    await exported(
      folder,
      names.map((name) => object(name)),
    )
    const files = readdirSync(join(folder, 'metric-tags'))
    expect(new Set(files.map((file) => file.normalize('NFC').toLowerCase())).size).toBe(names.length)
    expect(files).toEqual(
      expect.arrayContaining([
        'a%2fb.yaml',
        '%2e./x.yaml'.replace('/', '%2f'),
        'a%5cb.yaml',
        'C%3a.yaml',
        '%2egit.yaml',
        '%43%4f%4e.yaml',
        'eol.yaml',
      ]),
    )
  })

  test('never has a name that a file system refuses', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom('nul', 'aux.b', 'lpt1', ' ', '..')),
        (name) => {
          for (const fileName of namesOf(name)) {
            expect(fileName).toMatch(/^[^. /\\:<>"|?*\p{Cc}][^/\\:<>"|?*\p{Cc}]*$/u)
            expect(fileName).not.toMatch(/[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
            expect(Buffer.byteLength(fileName)).toBeLessThan(250)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
