import type { Page } from 'playwright-core'
import { linked, type Screen, testScreensOfKind, titled } from './src/screens.ts'
import { expectProblem } from './src/visits.ts'

const admin = { tenant: 'nordic', as: 'admin' }
const list = '/ui/servicetypes'

async function selected(page: Page) {
  await page.getByRole('checkbox', { name: 'Select argo.connectors' }).check()
  await page.getByRole('button', { name: 'Delete selected' }).waitFor()
}

async function inPages(page: Page) {
  await page.getByLabel('Rows on a page').selectOption('30 service types')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText(/^Page 2 of \d+$/).scrollIntoViewIfNeeded()
}

async function deleting(page: Page) {
  await selected(page)
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByText('Are you sure you want to delete 1 service type?').waitFor()
}

async function prepared(page: Page) {
  for (const name of ['web.api', 'web.database']) {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page
      .getByLabel('Description', { exact: true })
      .fill('A service of the portal.\nIt is checked from two places.')
    await page.keyboard.press('Enter')
  }
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('web.api')
  await page.keyboard.press('Enter')
  await page.getByText('Service type with this name already added').waitFor()
}

/** Another program has added it: its head asks in vain who saved it last. */
async function withoutHistory(page: Page) {
  expectProblem(page, /tenantversion\/servicetype\S* 404$/)
  await titled(/argo\.connectors/)(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  ['service types, editable', { ...admin, at: list, until: selected }],
  ['service types, in pages', { ...admin, at: list, until: inPages }],
  ['service types, deleting', { ...admin, at: list, until: deleting }],
  ['service types', { tenant: 'nordic', as: 'jorn.havsand', at: list, until: linked('argo.connectors') }],
  ['service types, public', { tenant: 'nordic', at: '/ui/public_servicetypes', until: linked('argo.connectors') }],
  ['a service type', { ...admin, at: `${list}/argo.connectors`, until: withoutHistory }],
  ['a service type of the topology', { ...admin, at: `${list}/APEL`, until: titled(/APEL/) }],
  ['a new service type', { ...admin, at: `${list}/add`, until: titled('Add service types') }],
  ['new service types, prepared', { ...admin, at: `${list}/add`, until: prepared }],
]

testScreensOfKind(screens)
