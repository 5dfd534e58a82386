import type { Page } from 'playwright-core'
import { follow } from '../follow.ts'
import type { Found } from './expected.ts'

/** Opens an address in a window of the console and returns what differs from the expected page; normally nothing. */
export async function visit(page: Page, address: string, expected: Found): Promise<string | undefined> {
  // The page that is left must not be mistaken for the one that is opened.
  if (await isShown(page, expected)) await follow(page, await neutralAddress(page))
  await follow(page, address)
  return compare(page, address, expected)
}

/** Compares the shown page with the expected one. */
export async function compare(page: Page, address: string, expected: Found): Promise<string | undefined> {
  try {
    await headingOf(page, expected).waitFor()
    if (expected.refusal !== undefined) await page.getByText(expected.refusal, { exact: true }).waitFor()
    else if (isForm(expected)) await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    return undefined
  } catch {
    const shown = await page.getByRole('heading', { level: 1 }).allInnerTexts()
    return `${address} shows ${JSON.stringify(shown.join().replaceAll('\n', ' '))}, not ${JSON.stringify({ ...expected, title: String(expected.title) })}`
  }
}

/** The pages of the shown object that its head names, and the address of its own page; undefined if the page is of no object. */
export async function partsOfObject(page: Page): Promise<readonly [object: string, parts: string] | undefined> {
  const parts = page.getByRole('navigation', { name: 'Parts of the object' })
  if ((await parts.count()) === 0) return undefined
  const address = await parts.getByRole('link').first().getAttribute('href')
  return [`${address}`, (await parts.locator('a, button').allTextContents()).join(', ')]
}

const headingOf = (page: Page, { title }: Found) =>
  page.getByRole('heading', { level: 1, name: title, exact: typeof title === 'string' })

const isForm = ({ title }: Found) => typeof title === 'string' && /^(Add|Change|Clone) (?!requests$)/.test(title)

const isShown = async (page: Page, expected: Found) => (await headingOf(page, expected).count()) > 0

/** A page that no table begins with. */
async function neutralAddress(page: Page): Promise<string> {
  const address = new URL(page.url()).pathname.startsWith('/ui/public_')
    ? '/ui/public_documentation'
    : '/ui/documentation'
  await follow(page, address)
  await page.getByRole('heading', { level: 1, name: 'Documentation', exact: true }).waitFor()
  return address
}
