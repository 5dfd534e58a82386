import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Locator, Page } from 'playwright-core'
import { createServer } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, newContext } from './src/browser.ts'
import { dialog, hasFocus } from './src/steps.ts'

// No page has all of these controls in a dialog yet, so they have a page of their own.

const root = fileURLToPath(new URL('../apps/web', import.meta.url))

let browser: Awaited<ReturnType<typeof launchBrowser>>
let server: Awaited<ReturnType<typeof createServer>>
let cacheDir: string

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'quatrain-vite-'))
  server = await createServer({
    root,
    cacheDir,
    configFile: join(root, 'vite.config.ts'),
    server: { host: '127.0.0.1' },
  })
  await server.listen()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(cacheDir, { recursive: true, force: true })
})

/** What fits into the small window fits into the wide one. */
const windows = oneOfEachKind(
  [
    ['a small window', { width: 340, height: 480 }],
    ['a wide window', { width: 1280, height: 800 }],
  ] as const,
  () => 'window',
)

const controls: Record<string, { readonly control: (page: Page) => Locator; readonly open: (page: Page) => Locator }> =
  {
    'a select': {
      control: (page) => page.getByRole('combobox', { name: 'Select' }),
      open: (page) => page.getByRole('option', { name: 'zone 2', exact: true }),
    },
    'a text box with suggestions': {
      control: (page) => page.getByRole('combobox', { name: 'Suggestions' }),
      open: (page) => page.getByRole('option', { name: 'zone 2', exact: true }),
    },
    'a popover': {
      control: (page) => page.getByRole('button', { name: 'Popover' }),
      open: (page) => page.getByRole('button', { name: 'zone 2' }),
    },
  }

describe.each(windows)('in a dialog in %s', (_, viewport) => {
  let page: Page
  // Once: the server sends each of some hundred modules by itself.
  beforeAll(async () => {
    page = await (await newContext(browser, { viewport })).newPage()
    await page.goto(`${server.resolvedUrls?.local[0]}test/dialog-controls/index.html`)
  })
  afterAll(() => page.close())
  beforeEach(async () => {
    // What a failed test has left.
    if (await dialog(page, 'Choose').isVisible()) await page.reload()
    await page.getByRole('button', { name: 'Open the dialog' }).click()
    await dialog(page, 'Choose').waitFor()
  })
  afterEach(async () => {
    if (await dialog(page, 'Choose').isVisible()) await page.keyboard.press('Escape')
  })

  test.each(Object.entries(controls))('Escape closes %s and then the dialog', async (_, { control, open }) => {
    await control(page).click()
    await open(page).waitFor()
    await page.keyboard.press('Escape')
    await open(page).waitFor({ state: 'hidden' })
    expect(await dialog(page, 'Choose').isVisible()).toBe(true)
    expect(await hasFocus(control(page))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(page, 'Choose').waitFor({ state: 'hidden' })
    expect(await hasFocus(page.getByRole('button', { name: 'Open the dialog' }))).toBe(true)
  })

  test.each(Object.entries(controls))('%s is over everything, and a click outside closes only it', async (_, it) => {
    await it.control(page).click()
    // Playwright clicks only what is in the window and not covered.
    await it.open(page).click()
    await it.control(page).click()
    await it.control(page).click()
    await dialog(page, 'Choose').click({ position: { x: 4, y: 4 } })
    await it.open(page).waitFor({ state: 'hidden' })
    expect(await dialog(page, 'Choose').isVisible()).toBe(true)
  })

  test('a date can be typed', async () => {
    await page.getByLabel('Date').fill('2026-02-28')
    expect(await page.getByLabel('Date').inputValue()).toBe('2026-02-28')
  })
})
