import type { BrowserContext } from 'playwright-core'

/** Errors that the pages of one browser have reported. */
export interface PageProblems {
  /** Errors that match are expected, including earlier ones. */
  expect(pattern: RegExp): void
  /** The unexpected errors. */
  seen(): readonly string[]
  /** Whether there were no errors, not even expected ones, since the last `forget`. */
  areNone(): boolean
  /** Forgets all errors and expectations. */
  forget(): void
}

/**
 * Collects what a healthy page never causes: console errors, uncaught errors, violations of the content security
 * policy, and requests that fail or are refused.
 */
export async function watchForProblems(context: BrowserContext): Promise<PageProblems> {
  let reports: string[] = []
  let expected: RegExp[] = []
  const report = (text: string) => void reports.push(text)
  // Chromium logs a refused request without its address; its response is reported instead.
  context.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !text.startsWith('Failed to load resource')) {
      report(`console ${message.type()}: ${text}`)
    }
  })
  context.on('weberror', (error) => report(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // Navigation aborts the requests of the page that is left.
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
    areNone: () => reports.length === 0 && expected.length === 0,
    forget: () => {
      reports = []
      expected = []
    },
  }
}

const pathOf = (url: string) => URL.parse(url)?.pathname ?? url
