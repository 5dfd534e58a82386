import type { Locator, Page } from 'playwright-core'
import { frames } from './layout.ts'
import { password } from './session.ts'

// What people do and see on more than one page, by the words that are on the screen.

export async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

export const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** What the console says at the edge of the page; all of these lines in one message. */
export const message = (page: Page, ...lines: readonly string[]): Locator =>
  lines.reduce(
    (messages, line) => messages.filter({ has: page.getByText(line, { exact: true }) }),
    page.getByRole('region', { name: 'Messages' }).locator('[role=alert] > *, [role=status] > *'),
  )

export const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click()

/** Answers the question before a write with yes: its title is what the button says, too. */
export const agree = (page: Page, title: string): Promise<void> =>
  dialog(page, title).getByRole('button', { name: title, exact: true }).click()

/** Types into one row of the pairs of a metric profile. */
export async function typePair(page: Page, row: number, service: string, metric: string): Promise<void> {
  await page.getByLabel(`Service ${row}`, { exact: true }).fill(service)
  await page.getByLabel(`Metric ${row}`, { exact: true }).fill(metric)
  await page.keyboard.press('Tab')
}

/** Brings it into sight, where a list that it opens stays open: scrolling would close that. */
export async function comeTo(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await frames(target.page(), 2)
}

/** Goes on with the Tab key until the focus is there; throws when it never comes there. */
export async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    if (await hasFocus(target)) return
  }
  throw new Error(`${most} times Tab do not lead to ${target}.`)
}

export const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) === 1 && (await target.evaluate((element) => element === document.activeElement))
