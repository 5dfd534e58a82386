import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { aMetricProfile, pathOf, storedProfile, usualPairs } from './src/metric-profiles.ts'
import { takePicture } from './src/pictures.ts'
import { agree, message, save, title, typePair } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, originOf, test } from './src/visits.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' } as const

/** Changes the description and adds a pair in the form. */
async function change(page: Page, name: string): Promise<void> {
  await title(page, `Change metric profile ${name}`).waitFor()
  await page.getByLabel('Description').fill('As it became')
  await page.getByRole('button', { name: 'Insert below row 2' }).click()
  await typePair(page, 3, 'XRootD', 'generic.tcp.connect-xrootd')
  await save(page)
  await page.getByLabel('Remark').fill('Asked for by operations')
  await agree(page, 'Change metric profile')
  await message(page, 'Metric profile successfully changed').waitFor()
}

test('an earlier version is opened, compared and restored', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await change(page, name)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()

  await title(page, `Version history ${name}`).waitFor()
  const rows = page.getByRole('table', { name: `Versions of ${name}, newest first` }).getByRole('row')
  await eventually(() => rows.count()).toBe(3)
  await rows.nth(1).getByRole('cell', { name: 'jorn.havsand' }).waitFor()
  await rows.nth(1).getByText('Asked for by operations').waitFor()
  await rows.nth(2).getByRole('cell', { name: 'Initial version.' }).waitFor()
  expect(await page.getByRole('radio', { name: 'Newer version: 2' }).isChecked()).toBe(true)
  expect(await page.getByRole('radio', { name: 'Older version: 1' }).isChecked()).toBe(true)

  await page.getByRole('button', { name: 'Compare' }).click()
  await title(page, `Compare ${name} versions`).waitFor()
  const description = page.getByRole('region', { name: 'description' })
  expect(await description.getByRole('deletion').allTextContents()).toEqual(['was'])
  expect(await description.getByRole('insertion').allTextContents()).toEqual(['became'])
  const pairs = page.getByRole('region', { name: 'metric instances' })
  await pairs.getByRole('row', { name: '+ added XRootD generic.tcp.connect-xrootd' }).waitFor()
  // Only differences: not the name or the group.
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBe(2)
  await page.getByRole('link', { name: 'Swap' }).click()
  await pairs.getByRole('row', { name: '− removed XRootD generic.tcp.connect-xrootd' }).waitFor()

  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await title(page, `Metric profile version 1 ${name}`).waitFor()
  await page.getByRole('definition').filter({ hasText: 'As it was' }).waitFor()
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  await page.getByRole('link', { name: 'Restore' }).click()

  await title(page, `Change metric profile ${name}`).waitFor()
  await page.getByText('The form contains version 1. Saving adds a new version.').waitFor()
  await page.getByRole('row', { name: '− removed XRootD generic.tcp.connect-xrootd' }).waitFor()
  await save(page)
  await agree(page, 'Change metric profile')
  // The message of the previous change may still be shown: wait for this one before the list.
  await title(page, 'Select metric profile to change').waitFor()
  await message(page, 'Metric profile successfully changed').first().waitFor()
  expect(await storedProfile(name)).toMatchObject({ description: 'As it was', services: usualPairs })

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await rows
    .nth(1)
    .getByText(/version 1/)
    .waitFor()
  expect(await rows.count()).toBe(4)
})

onlyInFullRun('a single version cannot be compared', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: `${pathOf(name)}/history` })
  const row = page.getByRole('row', { name: /Initial version\./ })
  await row.waitFor()
  expect(await row.getByRole('cell', { name: '-', exact: true }).count()).toBe(2)
  expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0)
})

test('a user without permission to change a profile can read its history but not restore it', async ({ open }) => {
  const page = await open({ ...member, at: '/ui/metricprofiles/NORDIC_SECURITY/history/1' })
  await title(page, 'Metric profile version 1 NORDIC_SECURITY').waitFor()
  await page.getByRole('link', { name: 'Compare with now' }).waitFor()
  expect(await page.getByRole('link', { name: 'Restore' }).count()).toBe(0)
})

test('a deleted profile is restored from its history, which goes on', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByLabel('Remark').fill('Nobody needs it')
  await agree(page, 'Delete metric profile')
  await page.getByText(`Metric profile ${name} was deleted.`).waitFor()

  expectProblem(page, /GET .*metricprofiles\/.* 404$/)
  await page.goto(`${originOf(member.tenant)}${pathOf(name)}`)
  await page.getByText(/^It was deleted by jorn\.havsand on/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePicture(page, 'deleted-object')
  await page.getByRole('link', { name: 'its history' }).click()
  await title(page, `Version history ${name}`).waitFor()
  const rows = page.getByRole('table', { name: `Versions of ${name}, newest first` }).getByRole('row')
  await rows.nth(1).getByRole('cell', { name: 'Deleted' }).waitFor()
  await rows.nth(1).getByText('Nobody needs it').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePicture(page, 'deleted-history')

  await page.getByRole('link', { name: 'Open version 1' }).click()
  await page.getByRole('link', { name: 'Restore' }).click()
  await title(page, 'Restore metric profile').waitFor()
  await page.getByText(/The form contains version 1\./).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePicture(page, 'restored-form')
  await save(page)
  await agree(page, 'Add metric profile')
  await title(page, 'Select metric profile to change').waitFor()
  expect(await storedProfile(name)).toMatchObject({ services: usualPairs })
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await rows.nth(1).getByText('Restored version 1.').waitFor()
  expect(await rows.count()).toBe(4)
})
