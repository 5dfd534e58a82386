import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: { readonly node: string }
}

const { name, version, dependencies }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = join(root, 'release')

/** The release that is packed, and the tree of files that the packages have in common. */
export const release = {
  name,
  version,
  node: dependencies.node,
  root,
  folder,
  archive: join(folder, `${name}-${version}.tar.gz`),
  deb: join(folder, `${name}_${version}_amd64.deb`),
  tree: join(folder, 'tree'),
}

/** Processors that packages are made for, as Debian names them, and as Node.js does. */
export const cpuOf = { amd64: 'x64', arm64: 'arm64' } as const
export type Architecture = keyof typeof cpuOf
export const architectures: readonly Architecture[] = ['amd64', 'arm64']

/** The folder of the tree that has the servers. */
export const home = 'usr/lib/quatrain'
