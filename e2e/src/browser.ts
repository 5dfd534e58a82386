import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { onlyOurFonts } from './fonts.ts'
import { type Executable, unpackChromium } from './unpack-chromium.ts'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * A headless Chromium: that of `QUATRAIN_TEST_BROWSER`, else that of the system, else that of the npm package. It
 * reaches only this machine, to which every `*.localhost` resolves, and enforces the same-origin policy, so that tests
 * of security are valid. Its fonts are ours. The caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const named = process.env.QUATRAIN_TEST_BROWSER
  const found = named ? { executablePath: named } : installedBrowser()
  const { executablePath, env } = found ?? (await unpackChromium())
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env, ...onlyOurFonts() },
    args,
    chromiumSandbox: false,
  })
}

/** For every expected event, in milliseconds: a machine that is busy with other things must not look like a fault. */
export const patience = 60_000

/** The windows of one visitor, who waits as long as `patience` says. Nothing is animated. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(patience)
  return context
}

function installedBrowser(): Executable | undefined {
  const executablePath = installed.find((path) => existsSync(path))
  return executablePath ? { executablePath } : undefined
}

// Playwright's default arguments disable web security; these only disable background activity.
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Pages live for seconds here: the optimizing compiler costs a quarter more processor time than it saves.
  '--js-flags=--no-opt',
  // Else widths depend on how the machine fits letters to pixels.
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]
