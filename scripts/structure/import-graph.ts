import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Which files of the repository each file imports, types included; paths start at the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const workspaces = ['packages/contract', 'packages/platform', 'apps/server', 'apps/webapi', 'apps/web', 'e2e', 'bench']

interface Manifest {
  readonly name: string
  readonly imports?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string>>
}

const manifestOf = (root: string, folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Reads the sources of every workspace below `root`, without tests, and the imports that lead to other sources. */
export function readImportGraph(root: string): ImportGraph {
  const packages = workspaces.map((folder) => ({ folder, ...manifestOf(root, folder) }))
  // What stands before the star of a name, and the folder that it stands for.
  const exported = packages.flatMap(({ folder, name, exports }) => prefixes(exports, folder, (key) => join(name, key)))
  return new Map(
    packages.flatMap(({ folder, imports }) => {
      const known = [...prefixes(imports, folder, (key) => key), ...exported]
      return sourcesOf(root, folder).map((file) => {
        const specifiers = specifiersOf(readFileSync(join(root, file), 'utf8'))
        const targets = specifiers.flatMap((specifier) => resolve(specifier, file, known) ?? [])
        return [file, targets.filter((target) => existsSync(join(root, target)))] as const
      })
    }),
  )
}

const sourcesOf = (root: string, folder: string): readonly string[] =>
  globSync(`${folder}/{src,testing}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))

/** What a source imports, at the top or on demand. */
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
    // `#testing/` before `#`, so that the longest name wins.
    .toSorted(([one], [other]) => other.length - one.length)

function resolve(specifier: string, file: string, known: readonly Prefix[]): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const [prefix, folder] = known.find(([name]) => specifier.startsWith(name)) ?? []
  return prefix === undefined || folder === undefined ? undefined : join(folder, specifier.slice(prefix.length))
}
