import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const { name, version }: { readonly name: string; readonly version: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const folder = join(root, 'release')

/** The release that is packed, and the tree of files that the packages have in common. */
export const release = {
  name,
  version,
  root,
  folder,
  archive: join(folder, `${name}-${version}.tar.gz`),
  deb: join(folder, `${name}_${version}_amd64.deb`),
  tree: join(folder, 'tree'),
}

/** The folder of the tree that has the servers. */
export const home = 'usr/lib/quatrain'
