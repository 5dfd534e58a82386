import { chooseCsv } from '@quatrain/e2e/files.ts'
import type { Page } from '../browser/open.ts'
import { metricName } from '../data/catalogue.ts'
import { median } from '../median.ts'
import { type Figure, milliseconds } from '../report/figure.ts'

const rows = Array.from(
  { length: 10_000 },
  (_, index) => `org.imported.type-${Math.floor(index / 20)},${metricName(1 + (index % 20))}`,
)
const file = {
  name: 'pairs.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${['service,metric', ...rows].join('\r\n')}`),
}
const rounds = 5

/** A file of 10,000 pairs, imported into the form of a new metric profile. */
export async function measureLongImport(page: Page, origin: string): Promise<Figure[]> {
  const previews: number[] = []
  const imports: number[] = []
  for (let round = 0; round <= rounds; round++) {
    // The previous round leaves a draft that contains all rows already, so it is removed.
    await page.goto(`${origin}/ui/about`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.goto(`${origin}/ui/metricprofiles/add`, { waitUntil: 'networkidle' })
    previews.push(await untilPreview(page))
    imports.push(await untilImported(page))
  }
  const figure = (what: string, times: readonly number[]): Figure => ({
    what: `CSV import of 10,000 rows: ${what}, median of ${rounds}`,
    on: 'Chromium',
    // The first round fills the browser's cache.
    measured: milliseconds(median(times.slice(1))),
  })
  return [
    figure('from the choice of the file to the paint of the preview', previews),
    figure('from the confirmation to the paint of the rows in the form', imports),
  ]
}

async function untilPreview(page: Page): Promise<number> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), chooseCsv(page, 'Import')])
  const isThere = page.evaluate(() =>
    window.recording.untilPainted(() => {
      const said = [...document.querySelectorAll('dialog [role=status]')]
      return said.some(({ textContent }) => textContent.startsWith('10,000 pairs added'))
    }),
  )
  await chooser.setFiles(file)
  return isThere
}

async function untilImported(page: Page): Promise<number> {
  const isThere = page.evaluate(() =>
    window.recording.untilPainted(() => {
      const first = document.querySelector('[aria-label="Service 1"]')
      return document.querySelector('dialog[open]') === null && first instanceof HTMLInputElement && first.value !== ''
    }),
  )
  await page.getByRole('button', { name: 'Apply to form' }).click()
  return isThere
}
