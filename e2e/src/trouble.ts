import type { BrowserContext } from 'playwright-core'

/** What the pages of one browser have complained about. */
export interface Trouble {
  /** Whatever matches is expected, from now on and also before. */
  expect(pattern: RegExp): void
  /** What nobody expected. */
  seen(): readonly string[]
  /** Begins anew: what has been seen, and what was expected, counts no more. */
  forget(): void
}

/**
 * Listens for everything that a healthy page never has: errors on the console and uncaught ones, violations of the
 * content security policy, requests that fail or that the server refuses.
 */
export async function watchForTrouble(context: BrowserContext): Promise<Trouble> {
  let reports: string[] = []
  let expected: RegExp[] = []
  const report = (text: string) => void reports.push(text)
  // Chromium repeats a refused request on its console, without saying which; it is told once, by its answer.
  context.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !text.startsWith('Failed to load resource')) {
      report(`console ${message.type()}: ${text}`)
    }
  })
  context.on('weberror', (error) => report(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // A page that is left ends its own requests.
    if (why !== 'net::ERR_ABORTED') report(`failed: ${request.method()} ${pathOf(request.url())} ${why}`)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    report(`refused: ${response.request().method()} ${pathOf(response.url())} ${response.status()}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
    )
  })
  return {
    expect: (pattern) => void expected.push(pattern),
    seen: () => reports.filter((text) => !expected.some((pattern) => pattern.test(text))),
    forget: () => {
      reports = []
      expected = []
    },
  }
}

const pathOf = (url: string) => URL.parse(url)?.pathname ?? url
