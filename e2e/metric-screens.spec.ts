import type { Page } from 'playwright-core'
import { described, type Screen, saying, testScreensOfKind } from './src/screens.ts'
import { dialog, save, title } from './src/steps.ts'

const admin = { tenant: 'nordic', as: 'nordic-admin' }
const reader = { tenant: 'nordic', as: 'oskar.lindmo' }
const list = '/ui/metrics'
const metric = `${list}/ch.cern.LFC-Ping`
const packages = '/ui/administration/packages'

const timeout = (page: Page) => page.getByLabel('Config: timeout')
const table = (page: Page) => page.getByRole('table', { name: 'Metrics' }).waitFor()

async function chosen(page: Page) {
  await page.getByLabel('Filter by probe version').fill('update')
  await page.getByText(/^\d+ of \d+ metrics$/).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await page.getByRole('button', { name: /^Change \d+ metrics/ }).waitFor()
}

async function bulk(page: Page) {
  await chosen(page)
  await page.getByRole('button', { name: /^Change \d+ metrics/ }).click()
  await dialog(page, 'Change metrics').getByLabel('timeout').fill('77')
}

async function bulkConfirmation(page: Page) {
  await bulk(page)
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('Are you sure you want to change metrics?').waitFor()
}

async function withProblems(page: Page) {
  await timeout(page).fill('5 minutes')
  await save(page)
  await page.getByText('Must be a whole number').waitFor()
}

async function deleteConfirmation(page: Page) {
  await timeout(page).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('ARE YOU SURE you want to delete it?').waitFor()
}

async function updateConfirmation(page: Page) {
  await table(page)
  await page.getByRole('button', { name: 'Update metrics' }).click()
  await dialog(page, 'Update metrics').waitFor()
}

async function importConfirmation(page: Page) {
  await title(page, 'Import metrics').waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('button', { name: /^Import \d+ metrics/ }).click()
  await page.getByText('Are you sure you want to import metrics?').waitFor()
}

const screens: readonly (readonly [string, Screen])[] = [
  ['metrics-chosen', { ...admin, at: list, until: chosen }],
  ['metrics-bulk', { ...admin, at: list, until: bulk }],
  ['metrics-bulk-confirmation', { ...admin, at: list, until: bulkConfirmation }],
  ['metric-change-problems', { ...admin, at: metric, until: withProblems }],
  ['metric-delete-confirmation', { ...admin, at: metric, until: deleteConfirmation }],
  ['metric-read-only', { ...reader, at: metric, until: saying('This is a read-only instance') }],
  ['package-behind', { ...admin, at: `${packages}/rciam_probes-2.2.0`, until: described('Name') }],
  [
    'packages-behind',
    { ...admin, at: `${packages}?name=rciam`, until: (page) => page.getByText('update available').first().waitFor() },
  ],
  ['metrics-update', { ...admin, at: `${packages}/rciam_probes-1.2.14/update`, until: table }],
  [
    'metrics-update-confirmation',
    { ...admin, at: `${packages}/rciam_probes-1.2.14/update`, until: updateConfirmation },
  ],
  [
    'metrics-import',
    {
      ...admin,
      at: `${list}/add`,
      until: (page) => page.getByRole('cell', { name: 'current version' }).first().waitFor(),
    },
  ],
  ['metrics-import-confirmation', { ...admin, at: `${list}/add`, until: importConfirmation }],
]

testScreensOfKind(screens)
