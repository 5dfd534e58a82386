import { mkdirSync } from 'node:fs'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, test as plainTest } from 'vitest'
import { launchBrowser } from './browser.ts'
import { ourDemonstration } from './our-demonstration.ts'
import { startSession } from './session.ts'
import { type Trouble, watchForTrouble } from './trouble.ts'

export interface Visit {
  /** Which deployment: a tenant's name in lower case, or nothing for the super-tenant. */
  readonly tenant?: string
  /** Who is signed in already; nobody when left out. */
  readonly as?: string
  readonly at: string
  /** Of another console than the one that all specs share. */
  readonly origin?: string
  readonly browser?: BrowserContextOptions
}

export type Open = (visit: Visit) => Promise<Page>

/** Milliseconds until something that should come is given up: this machine may have other things to do. */
const patience = 15_000

/** Where the demonstration that all specs share answers. */
export const originOf = (tenant?: string): string =>
  `http://${tenant === undefined ? '' : `${tenant}.`}localhost:${ourDemonstration().port}`

/**
 * Tests of people with browsers. `open` shows somebody a page, each time in a browser of its own; a test fails when
 * any of these browsers has reported an error that the test did not expect.
 */
export const test = plainTest
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
  .extend('chromium', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', async ({ chromium, task }, { onCleanup }): Promise<Open> => {
    const contexts: BrowserContext[] = []
    onCleanup(async () => {
      if (task.result?.state === 'fail') await pictureFailure(contexts, task.fullTestName)
      const troubles = contexts.flatMap((context) => troubleIn(context).seen())
      await Promise.all(contexts.map((context) => context.close()))
      expect(troubles, 'what browsers reported').toEqual([])
    })
    return async ({ at, ...visitor }) => {
      const page = await openWindow(chromium, visitor)
      contexts.push(page.context())
      await page.goto(originFor(visitor) + at)
      return page
    }
  })

/** Who looks, and at which console. */
export type Visitor = Omit<Visit, 'at'>

/** Where a visitor's console answers. */
export const originFor = ({ tenant, origin = originOf(tenant) }: Visitor): string => origin

/** A window in a browser of its own, of somebody who is signed in already; it shows nothing yet. */
export async function openWindow(chromium: Browser, visitor: Visitor): Promise<Page> {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, ...visitor.browser })
  context.setDefaultTimeout(patience)
  watched.set(context, await watchForTrouble(context))
  if (visitor.as !== undefined) await signInWithout(context, originFor(visitor), visitor.as)
  return await context.newPage()
}

const watched = new WeakMap<BrowserContext, Trouble>()

/** What a visitor's browser has reported. */
export function troubleIn(context: BrowserContext): Trouble {
  const trouble = watched.get(context)
  if (!trouble) throw new Error('This browser was not opened by a visit.')
  return trouble
}

/** Says that this browser may report what `pattern` matches: the test brings it about. */
export const expectTrouble = (page: Page, pattern: RegExp): void => troubleIn(page.context()).expect(pattern)

/** The value, as soon as it is what the assertion says. */
export const eventually = <T>(value: () => T | Promise<T>) => expect.poll(value, { timeout: patience, interval: 50 })

/** Signs somebody in without the login page. */
async function signInWithout(context: BrowserContext, origin: string, username: string): Promise<void> {
  const { cookies } = await startSession(origin, username)
  await context.addCookies(
    [...cookies].map(([name, value]) => ({ name, value, url: origin, sameSite: 'Lax' as const })),
  )
}

/** Keeps what the windows show, in `test-results/failed`. */
export async function pictureFailure(contexts: readonly BrowserContext[], test: string): Promise<void> {
  const folder = new URL('../../test-results/failed/', import.meta.url).pathname
  mkdirSync(folder, { recursive: true })
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: `${folder}${test.replaceAll(/[^\w]+/g, '-')}-${index + 1}.png` })
  }
}
