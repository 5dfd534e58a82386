import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const worthwhile = /\.(?:css|html|js|json|svg)$/
/** Below this a compressed file is not smaller in the packets that carry it. */
const least = 1024

/** Writes `.br` and `.gz` beside every text file of the build, so that the server only has to choose one. */
export function precompress(): Plugin {
  let folder = 'dist'
  let hasFailed = false
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    buildEnd(error) {
      hasFailed = error !== undefined
    },
    async closeBundle() {
      // Of a failed build there are no files, and its own error is the one to report.
      if (hasFailed) return
      // Not in development, where everything is rebuilt at every change.
      if (this.meta.watchMode) return
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && worthwhile.test(entry.name))
      await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
    },
  }
}

async function compress(path: string) {
  const content = await readFile(path)
  if (content.length < least) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((data) => writeFile(`${path}.br`, data)),
    promisify(gzip)(content, { level: 9 }).then((data) => writeFile(`${path}.gz`, data)),
  ])
}
