import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (file) => /(^|\/)(node_modules|test-results|data|release)$/.test(file),
})
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every link between documents leads to a file', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  )
  expect(documents).toContain('README.md')
  expect(broken).toEqual([])
})

test('the index of decisions lists every record once', () => {
  const index = read('docs/decisions/README.md')
  const listed = [...index.matchAll(/\]\((\d{4}-[^)]+\.md)\)/g)].map(([, file]) => file)
  const records = globSync('[0-9]*.md', { cwd: join(root, 'docs/decisions') })
  expect(listed.toSorted()).toEqual(records.toSorted())
})

test('no document has the markers of a merge conflict', () => {
  expect(documents.filter((document) => /^(<{7}|={7}|>{7})( |$)/m.test(read(document)))).toEqual([])
})
