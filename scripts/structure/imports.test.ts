import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesOf } from './circles.ts'
import { readImportGraph, specifiersOf } from './import-graph.ts'
import { layers } from './layers.ts'

const root = join(import.meta.dirname, '../..')
const graph = readImportGraph(root)

describe('imports are read', () => {
  test('at the top, for types, for effects and on demand', () => {
    const source = `import { a } from './a.ts'\nimport type { B } from '#b/b.ts'\nimport './c.css'\nconst d = import('d')`
    expect(specifiersOf(source)).toEqual(['./a.ts', '#b/b.ts', './c.css', 'd'])
  })

  test('a circle is found from any starting file', () => {
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['b']],
      ['d', []],
    ])
    expect(circlesOf(circle)).toEqual([['b', 'c']])
    expect(circlesOf(new Map([...circle].toReversed()))).toEqual([['b', 'c']])
  })

  test('names, relative paths and other workspaces lead to files', () => {
    expect(graph.get('apps/web/src/main.tsx')).toContain('apps/web/src/app/Start.tsx')
    expect(graph.get('apps/web/src/lib/paths.ts')).toContain('apps/web/src/lib/resource-paths.ts')
    expect([...graph.values()].flat()).toContain('packages/contract/src/kit/policy.ts')
  })
})

test('no files import each other in a circle', () => {
  expect(circlesOf(graph)).toEqual([])
})

test('no workspaces import each other in a circle', () => {
  const workspaceOf = (file: string) => /^(apps|packages|tools)\/[^/]+|^[^/]+/.exec(file)?.[0] ?? file
  const workspaces = new Map<string, Set<string>>()
  for (const [file, targets] of graph) {
    const own = workspaceOf(file)
    workspaces.set(own, new Set([...(workspaces.get(own) ?? []), ...targets.map(workspaceOf)]))
  }
  expect(workspaces.get('tools/command-line')).toContain('apps/server')
  expect(circlesOf(workspaces)).toEqual([])
})

test.each(['apps/server', 'apps/web', 'apps/webapi'])('no features of %s import each other in a circle', (part) => {
  const featureOf = (file: string) => file.match(`^${part}/src/features/([^/]+)/`)?.[1]
  const features = new Map<string, Set<string>>()
  for (const [file, targets] of graph) {
    const feature = featureOf(file)
    if (feature === undefined) continue
    const others = targets.flatMap((target) => featureOf(target) ?? [])
    features.set(feature, new Set([...(features.get(feature) ?? []), ...others]))
  }
  expect(features.size).toBeGreaterThan(1)
  expect(circlesOf(features)).toEqual([])
})

describe.each(Object.entries(layers))('the layers of %s', (part, floors) => {
  const floorOf = new Map(floors.flatMap((folders, floor) => folders.map((folder) => [folder, floor] as const)))
  const folderOf = (file: string) =>
    file.startsWith(`${part}/`)
      ? floors.flat().find((folder) => file.slice(part.length + 1).startsWith(`${folder}/`))
      : undefined

  test('no file imports from a layer above or from a folder beside it', () => {
    const wrong = [...graph].flatMap(([file, targets]) => {
      const own = folderOf(file)
      if (own === undefined) return []
      return targets
        .filter((target) => {
          const other = folderOf(target)
          return other !== undefined && other !== own && (floorOf.get(other) ?? 0) >= (floorOf.get(own) ?? 0)
        })
        .map((target) => `${file} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })
})

test("every folder of the browser application's kit has a layer", () => {
  const part = 'apps/web/src'
  const rooms = readdirSync(join(root, part, 'kit')).map((name) => `kit/${name}`)
  const placed = layers[part]?.flat().filter((folder) => folder.startsWith('kit/'))
  expect(placed?.toSorted()).toEqual(rooms.toSorted())
})

test.each(['apps/server', 'apps/web', 'apps/webapi'])('the kit of %s imports no declaration of a kind', (part) => {
  // The table of references is about all kinds alike.
  const kinds = /^packages\/contract\/src\/(resources\/(?!references\.ts)|tenants\.ts|catalogue\.ts)/
  const sources = [...graph].filter(([file]) => file.startsWith(`${part}/src/kit/`) && !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(1)
  const wrong = sources.flatMap(([file, targets]) =>
    targets.filter((target) => kinds.test(target)).map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

test('only repositories, reads and kinds in both stores of features contain SQL', () => {
  const sql =
    /\bsql(<[^`]*>)?`|\b(rowsIn|rowIn|firstRowIn|rowNamesIn|valueIn)\(|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
  const files = [...graph.keys()].filter((file) => /^apps\/(server|webapi)\/src\/(features|machine-api)\//.test(file))
  const withSql = files.filter((file) => sql.test(readFileSync(join(root, file), 'utf8')))
  expect(withSql.some((file) => file.endsWith('.repository.ts'))).toBe(true)
  expect(withSql.filter((file) => !/\.(repository|reads|kind)\.ts$/.test(file))).toEqual([])
})
