import type { Locator, Page } from 'playwright-core'
import { endMessages } from './held-messages.ts'
import { frames } from './layout.ts'
import { password } from './session.ts'

// Steps on more than one page, by the texts on the screen.

export async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

export const title = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** A message of the console that contains all of these lines. */
export const message = (page: Page, ...lines: readonly string[]): Locator =>
  lines.reduce(
    (messages, line) => messages.filter({ has: page.getByText(line, { exact: true }) }),
    page.getByRole('region', { name: 'Messages' }).locator('[role=alert] > *, [role=status] > *'),
  )

/** Messages of earlier writes end, so that the next one is the one of this write. */
export async function save(page: Page): Promise<void> {
  await endMessages(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

/** Confirms a write: the title of the dialog is also the label of the button. */
export async function agree(page: Page, title: string): Promise<void> {
  await endMessages(page)
  await dialog(page, title).getByRole('button', { name: title, exact: true }).click()
}

/** Types into one row of the pairs of a metric profile. */
export async function typePair(page: Page, row: number, service: string, metric: string): Promise<void> {
  await page.getByLabel(`Service ${row}`, { exact: true }).fill(service)
  await page.getByLabel(`Metric ${row}`, { exact: true }).fill(metric)
  await page.keyboard.press('Tab')
}

/** Scrolls it into view, and waits until what is positioned by it has followed. */
export async function comeTo(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await frames(target.page(), 2)
}

/** Presses Tab until the element has the focus; throws if it never does. */
export async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    if (await hasFocus(target)) return
  }
  throw new Error(`${most} times Tab do not lead to ${target}.`)
}

export const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) === 1 && (await target.evaluate((element) => element === document.activeElement))
