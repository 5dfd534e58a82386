import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A program and its environment variables. */
export interface Executable {
  readonly executablePath: string
  readonly env?: Readonly<Record<string, string>>
}

/**
 * The Chromium of the npm package with the libraries that a bare machine lacks, unpacked once next to the
 * installed packages. Throws if it cannot be unpacked.
 */
export async function unpackChromium(): Promise<Executable> {
  const require = createRequire(import.meta.url)
  const packageHome = join(dirname(require.resolve('@sparticuz/chromium')), '..')
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageHome, 'package.json'), 'utf8'))
  const cache = join(packageHome, '..', '..', '.cache')
  const home = join(cache, `chromium-${version}`)
  if (!existsSync(home)) await unpackInto(home, cache)
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023', 'lib') },
  }
}

/**
 * Unpacks to a temporary folder and renames it at the end, so that no concurrent process starts an incomplete browser.
 */
async function unpackInto(home: string, cache: string): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const aside = mkdtempSync(join(cache, 'unpacking-chromium-'))
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: import.meta.dirname,
      // The package unpacks into the temporary folder, and its libraries only if this variable names a runtime
      // without them.
      env: { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    })
    renameSync(aside, home)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
