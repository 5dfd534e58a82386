import { launchBrowser } from '@quatrain/e2e/browser.ts'
import { startSession } from '@quatrain/e2e/session.ts'
import { ask } from '../http/ask.ts'
import { type Figure, kilobytes } from '../report/figure.ts'

type Cookies = ReadonlyMap<string, string>

/**
 * Bytes of script that a browser with an empty cache needs for the first pages, compressed with gzip: those that it
 * requested before the page was usable. Scripts that are preloaded after that are not needed.
 */
export async function measureScripts(origin: string): Promise<Figure[]> {
  const nobody: Cookies = new Map()
  const { cookies } = await startSession(origin, 'admin')
  return [
    await measurePage(origin, '/ui/login', nobody, 'input[type=password]', 'script for the login page', 145_000),
    await measurePage(
      origin,
      '/ui/metricprofiles',
      cookies,
      'tbody a',
      'script for the first list page, signed in',
      240_000,
    ),
  ]
}

async function measurePage(
  origin: string,
  path: string,
  cookies: Cookies,
  awaited: string,
  what: string,
  most: number,
): Promise<Figure> {
  const scripts = await scriptsOf(origin, path, cookies, awaited)
  const sizes = await Promise.all(scripts.map((script) => gzippedSize(script)))
  const sum = sizes.reduce((total, size) => total + size, 0)
  return {
    what,
    on: 'Chromium',
    measured: `${kilobytes(sum)} in ${scripts.length} files`,
    budget: `≤ ${kilobytes(most)} gzip`,
    holds: sum <= most,
  }
}

/** Addresses of all scripts that the browser had requested when the selector `awaited` matched. */
async function scriptsOf(origin: string, path: string, cookies: Cookies, awaited: string): Promise<string[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext()
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })))
    const page = await context.newPage()
    const seen = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') seen.add(request.url())
    })
    await page.addInitScript((awaited) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(awaited)) return
        performance.mark('awaited')
        observer.disconnect()
      })
      observer.observe(document, { childList: true, subtree: true })
    }, awaited)
    await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' })
    if (!page.url().endsWith(path)) throw new Error(`${path} led to ${page.url()}.`)
    const early = await page.evaluate(() => {
      const [mark] = performance.getEntriesByName('awaited')
      return performance.getEntriesByType('resource').flatMap((entry) => {
        return mark && entry.startTime <= mark.startTime ? [entry.name] : []
      })
    })
    return [...seen].filter((address) => early.includes(address))
  } finally {
    await browser.close()
  }
}

async function gzippedSize(address: string): Promise<number> {
  const { host, port, pathname } = new URL(address)
  const headers = { host, 'accept-encoding': 'gzip' }
  const { status, body } = await ask({ url: `http://127.0.0.1:${port}`, headers }, 'GET', pathname)
  if (status !== 200) throw new Error(`${address}: ${status}`)
  return body.length
}
