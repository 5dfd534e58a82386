import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aName } from './src/metric-profiles.ts'
import { agree, hasFocus, message, save, title } from './src/steps.ts'
import { aThresholdsProfile, thresholdsList, thresholdsPath } from './src/thresholds-profiles.ts'
import { eventually, onlyInFullRun, test } from './src/visits.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' } as const

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a rule is typed with the keyboard, and its text is stored', async ({ open }) => {
  const name = aName()
  const page = await open({ ...member, at: `${thresholdsList}/add` })
  await field(page, 'Name').fill(name)
  await field(page, 'Group').selectOption('NORDIC')
  await field(page, 'Metric 1').click()
  await page.keyboard.type('generic.http.connect')
  await page.keyboard.press('Escape')
  await field(page, 'Rule 1: label 1').fill('time')
  await field(page, 'Rule 1: value 1').fill('1')
  await field(page, 'Rule 1: unit 1').selectOption('s')
  await field(page, 'Rule 1: warning from 1').click()
  for (const text of ['@5', '10', '@~', '20', '0', '60']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await eventually(() => hasFocus(field(page, 'Rule 1: label 2'))).toBe(true)
  await page.keyboard.press('Control+s')
  await agree(page, 'Add thresholds profile')
  await message(page, 'Thresholds profile successfully added').waitFor()
  await page.getByRole('link', { name, exact: true }).click()
  await title(page, `Change thresholds profile ${name}`).waitFor()
  expect(await field(page, 'Rule 1: critical from 1').inputValue()).toBe('@~')
})

onlyInFullRun('a changed limit is one line of the comparison; what was not touched stays', async ({ open }) => {
  const name = await aThresholdsProfile()
  const page = await open({ ...member, at: thresholdsPath(name) })
  await title(page, `Change thresholds profile ${name}`).waitFor()
  await field(page, 'Rule 1: warning to 1').fill('12')
  await save(page)
  await agree(page, 'Change thresholds profile')
  await message(page, 'Thresholds profile successfully changed').waitFor()

  await page.goto(new URL(`${thresholdsPath(name)}/history/compare/2/1`, page.url()).href)
  await title(page, `Compare ${name} versions`).waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(['rules'])
  const rows = page.getByRole('region', { name: 'rules' }).getByRole('row', { name: /changed|added|removed/ })
  expect(await rows.count()).toBe(1)

  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await title(page, `Thresholds profile version 1 ${name}`).waitFor()
  await page.getByRole('link', { name: 'Restore' }).click()
  await title(page, `Change thresholds profile ${name}`).waitFor()
  expect(await field(page, 'Rule 1: warning to 1').inputValue()).toBe('10')
  await save(page)
  await agree(page, 'Change thresholds profile')
  await message(page, 'Thresholds profile successfully changed').waitFor()
})
