import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { type Executable, unpackChromium } from './unpack-chromium.ts'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * A headless Chromium: the one `QUATRAIN_TEST_BROWSER` names, else the machine's, else the one from the npm package.
 * It reaches this machine only, where every `*.localhost` is, and keeps a browser's usual guard over origins, so that
 * a test of security means something. Whoever launches it closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const named = process.env.QUATRAIN_TEST_BROWSER
  const found = named ? { executablePath: named } : installedBrowser()
  const { executablePath, env } = found ?? (await unpackChromium())
  return chromium.launch({ executablePath, env: { ...process.env, ...env }, args, chromiumSandbox: false })
}

function installedBrowser(): Executable | undefined {
  const executablePath = installed.find((path) => existsSync(path))
  return executablePath ? { executablePath } : undefined
}

// Playwright's own arguments leave web security on; these only keep the browser quiet.
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]
