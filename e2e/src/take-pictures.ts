import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { launchBrowser, newContext } from './browser.ts'
import { startSession } from './session.ts'

// Takes the pictures of `docs/pictures` from a new demonstration at `QUATRAIN_PORT` (`npm run demo`).
const port = process.env.QUATRAIN_PORT ?? '8080'
const folder = new URL('../../docs/pictures/', import.meta.url).pathname
const member = { tenant: 'nordic.', as: 'jorn.havsand' }
const administrator = { tenant: 'nordic.', as: 'admin' }

/** What a save would do to others. */
async function preview(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Remove pair 3:/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByText('What will change').waitFor()
}

/** A new change request with the write of a form. */
async function collect(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Remove pair 3:/ }).click()
  await page.getByRole('button', { name: 'Add to change request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Fewer checks of ARC-CE')
  await dialog.getByLabel('Description').fill('The probe of the job results is switched off on Friday.')
  await dialog.getByRole('button', { name: 'Add to change request' }).click()
  await page.getByText('1 change.').waitFor()
}

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Words of a name or a description' }).fill('nordic_mon')
  await page.getByRole('listbox', { name: 'Found' }).getByRole('option').first().waitFor()
}

interface Picture {
  readonly name: string
  readonly by: typeof member
  readonly at: string
  readonly colorScheme?: 'dark'
  readonly width?: number
  readonly show?: (page: Page) => Promise<void>
}

const pictures: readonly Picture[] = [
  { name: 'home', by: administrator, at: 'home' },
  { name: 'metrics', by: member, at: 'metrics' },
  { name: 'metrics-dark', by: member, at: 'metrics', colorScheme: 'dark' },
  { name: 'metric-profile', by: member, at: 'metricprofiles/NORDIC_MON_CRITICAL' },
  { name: 'preview', by: member, at: 'metricprofiles/NORDIC_MON_CRITICAL', show: preview },
  { name: 'change-request', by: administrator, at: 'metricprofiles/NORDIC_MON_CRITICAL', show: collect },
  { name: 'comparison', by: { tenant: '', as: 'admin' }, at: 'probes/ams-probe/history/compare/0.1.2/0.1.0' },
  { name: 'thresholds', by: member, at: 'thresholdsprofiles/NORDIC_RESPONSE_TIMES', colorScheme: 'dark' },
  { name: 'report', by: member, at: 'reports/Critical' },
  { name: 'topology', by: member, at: 'topology' },
  { name: 'administration', by: administrator, at: 'administration' },
  { name: 'search', by: member, at: 'metrics', show: search },
  { name: 'narrow', by: member, at: 'metricprofiles', width: 390 },
]

const browser = await launchBrowser()
const blank = await browser.newPage()
const compress = (png: string) =>
  blank.evaluate(async (source) => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.85).replace(/^.*,/, '')
  }, png)

for (const { name, by, at, show, colorScheme = 'light', width = 1440 } of pictures) {
  const origin = `http://${by.tenant}localhost:${port}`
  const context = await newContext(browser, { viewport: { width, height: 900 }, colorScheme })
  const { cookies } = await startSession(origin, by.as)
  await context.addCookies([...cookies].map(([key, value]) => ({ name: key, value, url: origin })))
  const page = await context.newPage()
  await page.goto(`${origin}/ui/${at}`, { waitUntil: 'networkidle' })
  await page.locator('main:has(h1):not(:has([aria-busy=true]))').waitFor()
  await show?.(page)
  const png = await page.screenshot({ animations: 'disabled' })
  await writeFile(`${folder}${name}.webp`, Buffer.from(await compress(png.toString('base64')), 'base64'))
  await context.close()
}
await browser.close()
