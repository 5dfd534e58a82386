import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The files of the repository that each file imports, including types; paths are relative to the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const workspaces = [
  'packages/client',
  'packages/contract',
  'packages/platform',
  'apps/server',
  'apps/webapi',
  'apps/web',
  'tools/import-poem',
  'tools/command-line',
  'e2e',
  'bench',
]

interface Manifest {
  readonly name: string
  readonly imports?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string>>
}

const manifestOf = (root: string, folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Reads the sources of every workspace below `root`, without tests, and their imports of other sources. */
export function readImportGraph(root: string): ImportGraph {
  const packages = workspaces.map((folder) => ({ folder, ...manifestOf(root, folder) }))
  // The part of an import name before its star, and the folder that it stands for.
  const exported = packages.flatMap(({ folder, name, exports }) => prefixes(exports, folder, (key) => join(name, key)))
  return new Map(
    packages.flatMap(({ folder, imports }) => {
      const prefixesOfImports = [...prefixes(imports, folder, (key) => key), ...exported]
      return sourcesOf(root, folder).map((file) => {
        const specifiers = specifiersOf(readFileSync(join(root, file), 'utf8'))
        const targets = specifiers.flatMap((specifier) => resolve(specifier, file, prefixesOfImports) ?? [])
        return [file, targets.filter((target) => existsSync(join(root, target)))] as const
      })
    }),
  )
}

const sourcesOf = (root: string, folder: string): readonly string[] =>
  globSync(`${folder}/{src,testing}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))

/** The static and dynamic imports of a source. */
export const specifiersOf = (source: string): readonly string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].flatMap(([, specifier]) => specifier ?? [])

type Prefix = readonly [name: string, folder: string]

const prefixes = (
  mapped: Readonly<Record<string, string>> | undefined,
  folder: string,
  nameOf: (key: string) => string,
) =>
  Object.entries(mapped ?? {})
    .map(([key, target]): Prefix => [nameOf(key).replace('*', ''), join(folder, target.replace('*', ''))])
    // `#testing/` before `#`: the longest prefix wins.
    .toSorted(([a], [b]) => b.length - a.length)

function resolve(specifier: string, file: string, knownPrefixes: readonly Prefix[]): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [prefix, folder] = knownPrefixes.find(([name]) => specifier.startsWith(name)) ?? []
  return prefix === undefined || folder === undefined ? undefined : join(folder, specifier.slice(prefix.length))
}
