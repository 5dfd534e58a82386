import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { home, release } from './release.ts'
import { run, skip } from './skipped.ts'

/** A package of Debian in the image. */
export interface Library {
  readonly name: string
  readonly version: string
}

interface Material {
  readonly 'bom-ref': string
  readonly name: string
}

interface Dependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
}

/** What is changed of a bill of materials in CycloneDX. */
export interface Bill {
  readonly metadata: { timestamp: string; readonly component: { name: string } }
  components: readonly Material[]
  dependencies: readonly Dependency[]
}

/** Leaves only these components in the bill. */
export function keepMaterials(bill: Bill, isKept: (material: Material) => boolean): void {
  bill.components = bill.components.filter(isKept)
  const refs = new Set(bill.components.map((component) => component['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((dependencyRef) => refs.has(dependencyRef)) }))
}

/**
 * Writes the bill of materials of one file beside it: that of the archive, which names Node.js too, without the packages for
 * processors of others, and with the libraries of an image.
 */
export function writeMaterials(file: string, libraries: readonly Library[] = []): void {
  const bill: Bill = JSON.parse(readFileSync(join(release.folder, 'bill-of-materials.cdx.json'), 'utf8'))
  const { packages } = JSON.parse(readFileSync(join(release.root, 'package-lock.json'), 'utf8'))
  const isForSome = (path: string) => packages[path]?.cpu !== undefined
  keepMaterials(bill, ({ name }) => {
    const path = `node_modules/${name}`
    return !isForSome(path) || existsSync(join(release.tree, home, path))
  })
  const components = libraries.map(({ name, version }) => {
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}`
    return { type: 'library', 'bom-ref': purl, name, version, purl }
  })
  bill.metadata.component.name = basename(file)
  bill.components = [...bill.components, ...components]
  writeFileSync(`${file}.cdx.json`, JSON.stringify(bill, null, 2))
}

/** Writes the checksums of all files of this version in a folder, and signs them with a key of SSH. */
export function sumUp(folder = release.folder, key = process.env.QUATRAIN_RELEASE_KEY): void {
  const files = globSync(`${release.name}*${release.version}*`, { cwd: folder }).toSorted()
  const sums = join(folder, 'SHA256SUMS')
  writeFileSync(sums, `${run('sha256sum', ['--', ...files], { cwd: folder })}\n`)
  // The signature of an earlier list would look like one of this list.
  rmSync(`${sums}.sig`, { force: true })
  if (!key) skip('THE RELEASE IS NOT SIGNED: QUATRAIN_RELEASE_KEY names no key of SSH.')
  else run('ssh-keygen', ['-Y', 'sign', '-q', '-f', key, '-n', 'quatrain-release', sums])
}
