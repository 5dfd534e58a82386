import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The workspaces, each with the folder of its sources. */
const sources = ['{packages,apps,tools}/*/src', 'bench/src', 'scripts']

/** Repositories are imported as a whole: `repository.find`. */
const isImportedByName = (file: string) => !/\.repository\.ts$|\.test\.tsx?$|\/guarantees\//.test(file)

const declaration = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm

/** The exported names that more than one file of a workspace declares, with these files. */
function repeatedNames(folder: string): readonly string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter(isImportedByName)
  const exported = files.flatMap((file) => {
    const names = [...readFileSync(join(root, file), 'utf8').matchAll(declaration)].map(([, name = '']) => name)
    return [...new Set(names)].map((name) => ({ name, file }))
  })
  return [...Map.groupBy(exported, ({ name }) => name)].flatMap(([name, all]) =>
    all.length > 1 ? [`${name}: ${all.map(({ file }) => file).join(', ')}`] : [],
  )
}

test.each(sources.flatMap((pattern) => globSync(pattern, { cwd: root })))(
  'no two files of %s export the same name',
  (folder) => {
    expect(repeatedNames(folder)).toEqual([])
  },
)
