import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { release } from './release.ts'
import { run, skip } from './skipped.ts'

/** A package of Debian in the image. */
export interface Library {
  readonly name: string
  readonly version: string
}

/** Writes the bill of materials of one file beside it: that of the archive, Node.js, and the libraries of an image. */
export function writeMaterials(file: string, libraries: readonly Library[] = []): void {
  const bill = JSON.parse(readFileSync(join(release.folder, 'bill-of-materials.cdx.json'), 'utf8'))
  const purls = [
    { name: 'node', version: release.node, purl: `pkg:npm/node@${release.node}` },
    ...libraries.map((library) => ({ ...library, purl: `pkg:deb/debian/${library.name}@${library.version}` })),
  ]
  const components = purls.map((component) => ({ type: 'library', 'bom-ref': component.purl, ...component }))
  bill.metadata.component.name = basename(file)
  bill.components.push(...components)
  writeFileSync(`${file}.cdx.json`, JSON.stringify(bill, null, 2))
}

/** Writes the checksums of all files of the release, and signs them with the key of SSH that QUATRAIN_RELEASE_KEY names. */
export function sumUp(): void {
  const files = globSync(`${release.name}*`, { cwd: release.folder }).toSorted()
  const sums = join(release.folder, 'SHA256SUMS')
  writeFileSync(sums, `${run('sha256sum', ['--', ...files], { cwd: release.folder })}\n`)
  const { QUATRAIN_RELEASE_KEY: key } = process.env
  if (!key) skip('SHA256SUMS IS NOT SIGNED: QUATRAIN_RELEASE_KEY names no key of SSH.')
  else run('sh', ['-c', `rm -f '${sums}.sig' && ssh-keygen -Y sign -q -f '${key}' -n quatrain-release '${sums}'`])
}
