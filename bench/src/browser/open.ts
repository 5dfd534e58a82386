import { launchBrowser } from '@quatrain/e2e/browser.ts'
import type { Cookies } from '../visitors.ts'
import { record } from './record.ts'

export type Browser = Awaited<ReturnType<typeof launchBrowser>>
export type Page = Awaited<ReturnType<Browser['newPage']>>

/** Passes to `use` an empty page of a signed-in browser whose reactions are recorded. */
export async function withPage<T>(
  origin: string,
  cookies: Cookies,
  use: (page: Page, version: string) => Promise<T>,
): Promise<T> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    context.setDefaultTimeout(30_000)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })))
    await context.addInitScript(record)
    return await use(await context.newPage(), browser.version())
  } finally {
    await browser.close()
  }
}
