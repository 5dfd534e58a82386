import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { aMetricProfile, pathOf, storedProfile, usualPairs } from './src/metric-profiles.ts'
import { takePicture } from './src/pictures.ts'
import { agree, dialog, hasFocus, message, save, tabTo, title, typePair } from './src/steps.ts'
import { eventually, expectProblem, type Open, onlyInFullRun, test } from './src/visits.ts'

const theirs = { service: 'SRM', metric: 'generic.certificate.validity-srm' }
const mine = { service: 'XRootD', metric: 'generic.tcp.connect-xrootd' }

/** Two users open the same profile; one saves a description and a pair, then the other tries to save. */
async function twoPeople(open: Open, name: string): Promise<Page> {
  const visit = { tenant: 'nordic', at: pathOf(name) }
  const [page, colleague] = [
    await open({ ...visit, as: 'jorn.havsand' }),
    await open({ ...visit, as: 'eira.tundal' }),
  ] as const
  await title(page, `Change metric profile ${name}`).waitFor()
  await type(colleague, 'What they wrote', theirs)
  await save(colleague)
  await agree(colleague, 'Change metric profile')
  await message(colleague, 'Metric profile successfully changed').waitFor()

  await type(page, 'What I wrote', mine)
  expectProblem(page, /PUT .*metricprofiles 412$/)
  await save(page)
  await page.getByText(/^Somebody else saved this metric profile while you were changing it\./).waitFor()
  return page
}

async function type(page: Page, description: string, { service, metric }: typeof mine): Promise<void> {
  await page.getByLabel('Description').fill(description)
  await page.getByRole('button', { name: 'Insert below row 2' }).click()
  await typePair(page, 3, service, metric)
}

test('after somebody else has saved, both changes are shown side by side and neither is lost', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await twoPeople(open, name)
  const table = page.getByRole('table', { name: 'Changes on both sides' })
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(['What', 'Theirs', 'Mine', 'Result'])
  const text = table.getByRole('row', { name: /description/ })
  await text.getByText('Both changed it').waitFor()
  await text.getByRole('cell', { name: /What they wrote/ }).waitFor()
  await text
    .getByRole('cell', { name: /What I wrote/ })
    .first()
    .waitFor()
  // A change that only one of them made needs no decision.
  for (const { service, metric } of [theirs, mine]) {
    expect(await table.getByRole('checkbox', { name: `Keep ${service}, ${metric}` }).isChecked()).toBe(true)
  }

  expect(await accessibilityProblems(page)).toEqual([])
  await takePicture(page, 'conflict')

  await text.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByRole('button', { name: 'Continue with the result' }).click()
  await eventually(() => page.getByLabel('Description').inputValue()).toBe('What they wrote')
  await save(page)
  await agree(page, 'Change metric profile')
  await message(page, 'Metric profile successfully changed').waitFor()
  const stored = await storedProfile(name)
  expect(stored?.description).toBe('What they wrote')
  expect(stored?.services).toHaveLength(4)
  expect(stored?.services).toEqual(expect.arrayContaining([...usualPairs, theirs, mine]))
})

test('a conflict is resolved with the keyboard alone', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await twoPeople(open, name)
  const table = page.getByRole('table', { name: 'Changes on both sides' })
  await tabTo(page, table.getByRole('button', { name: 'Take theirs' }))
  await page.keyboard.press('Enter')
  const mineInstead = table.getByRole('button', { name: 'Take mine' })
  await tabTo(page, mineInstead)
  await page.keyboard.press('Enter')
  // The focus stays where it was.
  expect(await hasFocus(mineInstead)).toBe(true)
  await tabTo(page, table.getByRole('checkbox', { name: `Keep ${theirs.service}, ${theirs.metric}` }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Continue with the result' }))
  await page.keyboard.press('Enter')
  await eventually(() => page.getByLabel('Description').inputValue()).toBe('What I wrote')
  await page.keyboard.press('Control+S')
  await tabTo(page, dialog(page, 'Change metric profile').getByRole('button', { name: 'Change metric profile' }))
  await page.keyboard.press('Enter')
  await title(page, 'Select metric profile to change').waitFor()
  const stored = await storedProfile(name)
  expect(stored?.description).toBe('What I wrote')
  expect(stored?.services).toHaveLength(3)
  expect(stored?.services).toEqual(expect.arrayContaining([...usualPairs, mine]))
})

onlyInFullRun('the resolution survives a reload', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await twoPeople(open, name)
  await page.reload()
  await page.getByText('Somebody else has saved since. Saving shows both states first.').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('What I wrote')
  await save(page)
  await page.getByRole('button', { name: 'Take theirs, drop mine' }).click()
  await eventually(() => page.getByLabel('Description').inputValue()).toBe('What they wrote')
  await page.getByRole('region', { name: 'Save' }).getByText('No changes').waitFor()
})
