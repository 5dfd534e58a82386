// Packs the release in `release/` as .deb, .rpm and OCI image, with all packages of npm and the Node.js that runs it: an installation
// downloads nothing. Then it unpacks and starts each of them. It needs npm, tar and, for .deb and .rpm, nfpm or Go; for the
// image, apt and dpkg. What cannot be made or tried on this machine is said, loudly.
import { rmSync } from 'node:fs'
import { makeImage } from './image.ts'
import { makePackages } from './linux-packages.ts'
import { release } from './release.ts'
import { skipped } from './skipped.ts'
import { stage } from './stage.ts'
import { tryDeb, tryImage, tryRpm } from './try.ts'

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
