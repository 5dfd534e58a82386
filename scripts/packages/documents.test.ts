import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDocuments, isShipped, writeDocuments } from './documents.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'quatrain-documents-'))
const [archive, packed] = [join(folder, 'archive'), join(folder, 'packed')]
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n').filter(isShipped)

beforeAll(() => {
  writeDocuments(root, files, archive)
  // As the archive has them.
  for (const file of files.filter((file) => file.startsWith('docs/') && !file.endsWith('.md'))) {
    mkdirSync(dirname(join(archive, file)), { recursive: true })
    writeFileSync(join(archive, file), readFileSync(join(root, file)))
  }
  for (const name of ['LICENSE', 'bill-of-materials.cdx.json']) writeFileSync(join(archive, name), '')
  copyDocuments(archive, packed)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The links of all documents in a folder that lead to no file, as `has` knows them. */
function deadLinks(folder: string, has: (path: string) => boolean): string[] {
  return globSync('**/*.md', { cwd: folder }).flatMap((document) =>
    [...readFileSync(join(folder, document), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !has(join(dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  )
}

test('every link of the documents of the archive leads to a file that ships', () => {
  expect(globSync('**/*.md', { cwd: archive })).toEqual(expect.arrayContaining(['README.md', 'apps/webapi/README.md']))
  expect(deadLinks(archive, (path) => files.some((file) => file === path || file.startsWith(`${path}/`)))).toEqual([])
})

test('every link of the documents of the packages leads to a file beside them', () => {
  expect(globSync('**/*.md', { cwd: packed })).toEqual(
    expect.arrayContaining(['docs/settings.md', 'apps/webapi/README.md']),
  )
  expect(deadLinks(packed, (path) => existsSync(join(packed, path)))).toEqual([])
})

test('a link to what ships stays, and another one leaves its words', () => {
  const text = readFileSync(join(packed, 'docs/settings.md'), 'utf8')
  expect(text).toContain('[apps/webapi/README.md](../apps/webapi/README.md)')
  const history = readFileSync(join(packed, 'docs/history.md'), 'utf8')
  expect(history).toContain('Tests on both databases compare the files')
  expect(readFileSync(join(root, 'docs/history.md'), 'utf8')).toContain('[Tests](')
})
