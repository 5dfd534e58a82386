import { mkdirSync } from 'node:fs'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, test as plainTest } from 'vitest'
import { launchBrowser, newContext, patience } from './browser.ts'
import { holdMessages } from './held-messages.ts'
import { ourDemonstration } from './our-demonstration.ts'
import { type PageProblems, watchForProblems } from './page-problems.ts'
import { startSession } from './session.ts'

export interface Visit {
  /** The deployment: a tenant's name in lower case; absent for the super-tenant. */
  readonly tenant?: string
  /** The signed-in user; anonymous if absent. */
  readonly as?: string
  readonly at: string
  /** The console, if it is not the one that all specs share. */
  readonly origin?: string
  readonly browser?: BrowserContextOptions
}

export type Open = (visit: Visit) => Promise<Page>

/** The address of the demonstration that all specs share. */
export const originOf = (tenant?: string): string =>
  `http://${tenant === undefined ? '' : `${tenant}.`}localhost:${ourDemonstration().port}`

/**
 * Tests with browsers. `open` opens a page in a new browser; a test fails if any of its browsers reports an error that
 * the test did not expect.
 */
export const test = plainTest
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
  .extend('chromium', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', async ({ chromium, task }, { onCleanup }): Promise<Open> => {
    const contexts: BrowserContext[] = []
    onCleanup(async () => {
      if (task.result?.state === 'fail') await pictureFailure(contexts, task.fullTestName)
      const problems = contexts.flatMap((context) => problemsIn(context).seen())
      await Promise.all(contexts.map((context) => context.close()))
      expect(problems, 'what browsers reported').toEqual([])
    })
    return async ({ at, ...visitor }) => {
      const page = await openWindow(chromium, visitor)
      contexts.push(page.context())
      await page.goto(originFor(visitor) + at)
      return page
    }
  })

/**
 * What one kind of object has from the same parts of the kit as another, whose test is in `npm test`: run in `npm run test:full`
 * only.
 */
export const onlyInFullRun = test.runIf(isFullRun)

/** The visitor and the console. */
export type Visitor = Omit<Visit, 'at'>

/** The address of a visitor's console. */
export const originFor = ({ tenant, origin = originOf(tenant) }: Visitor): string => origin

/** A blank window in a new browser, optionally with a session. */
export async function openWindow(chromium: Browser, visitor: Visitor): Promise<Page> {
  const context = await newContext(chromium, { viewport: { width: 1280, height: 800 }, ...visitor.browser })
  watched.set(context, await watchForProblems(context))
  await holdMessages(context)
  if (visitor.as !== undefined) await signInWithout(context, originFor(visitor), visitor.as)
  return await context.newPage()
}

const watched = new WeakMap<BrowserContext, PageProblems>()

/** The errors that a visitor's browser has reported. */
export function problemsIn(context: BrowserContext): PageProblems {
  const problems = watched.get(context)
  if (!problems) throw new Error('This browser was not opened by a visit.')
  return problems
}

/** Declares that errors that match `pattern` are expected in this browser: the test causes them. */
export const expectProblem = (page: Page, pattern: RegExp): void => problemsIn(page.context()).expect(pattern)

/** The value, as soon as the assertion holds. */
export const eventually = <T>(value: () => T | Promise<T>) => expect.poll(value, { timeout: patience, interval: 50 })

/** Signs a user in without the login page. */
async function signInWithout(context: BrowserContext, origin: string, username: string): Promise<void> {
  const { cookies } = await startSession(origin, username)
  await context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, url: origin, sameSite: 'Lax' as const })),
  )
}

/** Saves screenshots of the windows in `test-results/failed`. */
export async function pictureFailure(contexts: readonly BrowserContext[], test: string): Promise<void> {
  const folder = new URL('../../test-results/failed/', import.meta.url).pathname
  mkdirSync(folder, { recursive: true })
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: `${folder}${test.replaceAll(/[^\w]+/g, '-')}-${index + 1}.png` })
  }
}
