import type { Page } from 'playwright-core'
import { type Screen, testScreensOfKind } from './src/screens.ts'

const adding = { tenant: 'nordic', as: 'jorn.havsand', at: '/ui/aggregationprofiles/add' }

/** A new profile with two groups. */
async function filled(page: Page) {
  await page.getByLabel('Endpoint group', { exact: true }).selectOption('sites')
  await page.getByLabel('Aggregation operation', { exact: true }).selectOption('AND')
  await group(page, 1, 'compute', 'ARC-CE', 'HTCondor-CE')
  await page.getByRole('button', { name: 'Add new group' }).click()
  await group(page, 2, 'storage', 'SRM', 'webdav', 'XRootD')
  await page.getByText('site = (ARC-CE OR HTCondor-CE) AND (SRM OR webdav OR XRootD)').waitFor()
  await page.getByRole('region', { name: 'Drawing of the formula' }).scrollIntoViewIfNeeded()
}

async function group(page: Page, number: number, name: string, ...services: string[]) {
  await page.getByLabel(`Group name ${number}`, { exact: true }).fill(name)
  await page.getByLabel(`Group operation ${number}`, { exact: true }).selectOption('OR')
  for (const [index, service] of services.entries()) {
    const input = page.getByLabel(`Group ${number}: service ${index + 1}`, { exact: true })
    await input.fill(service)
    await input.press('Escape')
    if (index === services.length - 1) return
    await page.getByRole('button', { name: `Group ${number}: Insert below ${service}`, exact: true }).click()
  }
}

async function simulated(page: Page) {
  await filled(page)
  await page.getByRole('button', { name: 'Open simulator' }).click()
  await page.getByLabel('Operations profile').selectOption('nordic_ops_lenient')
  for (const service of ['SRM', 'webdav', 'XRootD']) {
    await page
      .getByRole('list', { name: 'Groups and the status of their services' })
      .getByLabel(service)
      .selectOption('CRITICAL')
  }
  await page.getByRole('status').filter({ hasText: 'decided by storage' }).waitFor()
  await page.getByRole('heading', { name: 'Formula' }).scrollIntoViewIfNeeded()
}

const screens: readonly (readonly [string, Screen])[] = [
  ['aggregation-profile-formula', { ...adding, until: filled }],
  ['aggregation-profile-simulated', { ...adding, until: simulated }],
]

testScreensOfKind(screens)
