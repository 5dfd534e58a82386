import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aggregationList, aggregationPath, anAggregationProfile } from './src/aggregation-profiles.ts'
import { aMetricProfile, aName } from './src/metric-profiles.ts'
import { agree, comeTo, hasFocus, message, save, title } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, test } from './src/visits.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' } as const

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a profile is added with the keyboard, its groups and services row by row', async ({ open }) => {
  const [name, metricProfile] = [aName(), await aMetricProfile()]
  const page = await open({ ...member, at: `${aggregationList}/add` })
  await field(page, 'Name').fill(name)
  await field(page, 'Group').selectOption('NORDIC')
  for (const operation of ['Metric operation', 'Aggregation operation']) {
    await field(page, operation).selectOption('AND')
  }
  await field(page, 'Endpoint group').selectOption('sites')
  await field(page, 'Metric profile').fill(metricProfile)
  await page.keyboard.press('Escape')
  await field(page, 'Group name 1').fill('compute')
  await page.keyboard.press('Enter')
  await field(page, 'Group operation 1').selectOption('OR')
  const service = field(page, 'Group 1: service 1')
  await comeTo(service)
  await service.click()
  // Both services of the metric profile are suggested.
  await page.getByRole('option', { name: 'webdav' }).waitFor()
  await service.fill('ARC-CE')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await field(page, 'Group 1: operation 1').selectOption('OR')
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(field(page, 'Group 1: service 2'))).toBe(true)
  await page.keyboard.type('webdav')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await agree(page, 'Add aggregation profile')
  await message(page, 'Aggregation profile successfully added').waitFor()
  await page.getByRole('link', { name, exact: true }).click()
  await title(page, `Change aggregation profile ${name}`).waitFor()
  expect(await field(page, 'Group 1: operation 2').inputValue()).toBe('OR')
})

onlyInFullRun('a changed operation is one line of the comparison, and can be restored', async ({ open }) => {
  const name = await anAggregationProfile()
  const page = await open({ ...member, at: aggregationPath(name) })
  await title(page, `Change aggregation profile ${name}`).waitFor()
  await field(page, 'Group operation 2').selectOption('AND')
  await save(page)
  await agree(page, 'Change aggregation profile')
  await message(page, 'Aggregation profile successfully changed').waitFor()

  await page.goto(new URL(`${aggregationPath(name)}/history/compare/2/1`, page.url()).href)
  await title(page, `Compare ${name} versions`).waitFor()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(['groups'])
  const rows = page.getByRole('region', { name: 'groups' }).getByRole('row', { name: /changed|added|removed/ })
  expect(await rows.count()).toBe(1)

  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await title(page, `Aggregation profile version 1 ${name}`).waitFor()
  await page.getByRole('link', { name: 'Restore' }).click()
  await title(page, `Change aggregation profile ${name}`).waitFor()
  expect(await field(page, 'Group operation 2').inputValue()).toBe('OR')
  await save(page)
  await agree(page, 'Change aggregation profile')
  await page.getByRole('link', { name, exact: true }).click()
  await title(page, `Change aggregation profile ${name}`).waitFor()
  expect(await field(page, 'Group operation 2').inputValue()).toBe('OR')
})

test('a service is moved to another group, and the focus goes with it', async ({ open }) => {
  const name = await anAggregationProfile()
  const page = await open({ ...member, at: aggregationPath(name) })
  await field(page, 'Group 2: service 2').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowUp')
  await eventually(() => hasFocus(field(page, 'Group 1: service 2'))).toBe(true)
  expect(await field(page, 'Group 1: service 2').inputValue()).toBe('webdav')
  await page.getByText('2 changes').waitFor()
})

onlyInFullRun('of two members who change one group, both changes are stored', async ({ open }) => {
  const name = await anAggregationProfile()
  const [first, second] = [
    await open({ ...member, at: aggregationPath(name) }),
    await open({ tenant: 'nordic', as: 'admin', at: aggregationPath(name) }),
  ]
  await field(first, 'Group operation 2').selectOption('AND')
  await second
    .getByRole('button', { name: /gone\.service$/ })
    .last()
    .click()
  await save(first)
  await agree(first, 'Change aggregation profile')
  await message(first, 'Aggregation profile successfully changed').waitFor()
  await save(second)
  await second.getByRole('button', { name: 'Continue with the result' }).click()
  expectProblem(second, /aggregations 412$/)
  await save(second)
  await agree(second, 'Change aggregation profile')
  await message(second, 'Aggregation profile successfully changed').waitFor()
  await second.getByRole('link', { name, exact: true }).click()
  await title(second, `Change aggregation profile ${name}`).waitFor()
  expect(await field(second, 'Group operation 2').inputValue()).toBe('AND')
  expect(await field(second, 'Group 2: service 1').inputValue()).toBe('webdav')
})
