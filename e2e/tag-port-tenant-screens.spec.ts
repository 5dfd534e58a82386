import type { Page } from 'playwright-core'
import { importFile } from './src/files.ts'
import { linked, type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { dialog, save } from './src/steps.ts'
import { expectProblem } from './src/visits.ts'

const root = { as: 'admin' }
const observer = { as: 'observer' }
const tenantAdmin = { tenant: 'nordic', as: 'admin' }
const ports = '/ui/administration/default_ports'
const tags = '/ui/metrictags'
const tenants = '/ui/tenants'

const editing = (page: Page) => page.getByLabel('Port name 1', { exact: true }).waitFor()

async function changedPorts(page: Page) {
  await page.getByLabel('Port value 2', { exact: true }).fill('6163')
  await page.getByRole('button', { name: 'Remove port 1: BDII_PORT' }).click()
  await page.getByRole('button', { name: 'Insert below row 2', exact: true }).click()
  await page.keyboard.type('LDAPS_PORT')
  await page.keyboard.press('Enter')
  await page.keyboard.type('636')
  await saying('Some ports have been deleted.')(page)
}

async function wrongPorts(page: Page) {
  await page.getByLabel('Port value 1', { exact: true }).fill('65536')
  await page.getByLabel('Port name 2', { exact: true }).fill('1st')
  await page.keyboard.press('Tab')
  await page.getByText('Value must be between 1 and 65535').waitFor()
}

async function portsConfirmation(page: Page) {
  await changedPorts(page)
  await save(page)
  await dialog(page, 'Change default ports').getByText('What will change').waitFor()
}

const ticked = (page: Page) => page.getByRole('checkbox', { name: 'All shown' }).waitFor()
const listedTags = (page: Page) => page.getByRole('link', { name: 'aai', exact: true }).waitFor()

async function changedTag(page: Page) {
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('checkbox', { name: 'argo.AMS-Check' }).click()
  await page.getByLabel('Which metric templates').selectOption('Changes')
  await page
    .getByText('New', { exact: true })
    .or(page.getByText('Removed', { exact: true }))
    .waitFor()
}

async function tagConfirmation(page: Page) {
  await changedTag(page)
  await save(page)
  await dialog(page, 'Change metric tag').getByText('Other objects affected').waitFor()
}

async function deletingTag(page: Page) {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page, 'Delete metric tag').getByText('Other objects affected').waitFor()
}

async function wrongTag(page: Page) {
  await save(page)
  await page.getByText('Required', { exact: true }).waitFor()
}

async function importing(page: Page) {
  const question = await importFile(page, { name: 'tag.csv', content: 'name\nargo.AMS-Check\nno.such\n' })
  await question.getByText('1 row rejected').waitFor()
}

async function noTag(page: Page) {
  expectProblem(page, /zzz(\/heads)? 404$/)
  await saying('There is no metric tag named zzz')(page)
}

async function deletingTenant(page: Page) {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page, 'Delete tenant').getByText('Deleted with it').waitFor()
}

const failing = (address: string, until: (page: Page) => Promise<unknown>) => async (page: Page) => {
  expectProblem(page, / 500$/)
  const json = { code: 'internal', detail: 'Internal server error', source: 'internal-api', requestId: '0d9e-request' }
  await page.route(address, (route) => route.fulfill({ status: 500, json }))
  await page.reload()
  await until(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  ['default-ports', { ...root, at: ports, until: editing }],
  ['default-ports-changed', { ...root, at: ports, until: changedPorts }],
  ['default-ports-problems', { ...root, at: ports, until: wrongPorts }],
  ['default-ports-confirmation', { ...root, at: ports, until: portsConfirmation }],
  ['default-ports-read-only', { ...tenantAdmin, at: ports, until: saying('This is a read-only instance') }],
  [
    'default-ports-failing',
    { ...root, at: ports, until: failing('**/internal/default_ports', saying('Internal server error')) },
  ],
  ['default-port-history', { ...root, at: `${ports}/BDII_PORT/history`, until: titled(/^Version history/) }],
  ['default-port-version', { ...root, at: `${ports}/BDII_PORT/history/1`, until: titled(/^Default port version 1/) }],
  ['public-default-ports', { at: '/ui/public_default_ports', until: saying(/^BDII_PORT$/) }],
  ['metric-tags', { ...root, at: tags, until: listedTags }],
  ['metric-tags-nothing-found', { ...root, at: `${tags}?name=zzz`, until: saying('No metric tags match') }],
  ['metric-tag-add-problems', { ...root, at: `${tags}/add`, until: wrongTag }],
  ['metric-tag', { ...root, at: `${tags}/internal`, until: ticked }],
  ['metric-tag-changed', { ...root, at: `${tags}/internal`, until: changedTag }],
  ['metric-tag-confirmation', { ...root, at: `${tags}/harmonized`, until: tagConfirmation }],
  ['metric-tag-deleting', { ...root, at: `${tags}/eol`, until: deletingTag }],
  ['metric-tag-import', { ...root, at: `${tags}/harmonized`, until: importing }],
  ['metric-tag-read-only', { ...observer, at: `${tags}/internal`, until: saying('This is a read-only instance') }],
  ['metric-tag-not-found', { ...root, at: `${tags}/zzz`, until: noTag }],
  ['metric-tag-history', { ...root, at: `${tags}/eol/history`, until: titled(/^Version history/) }],
  ['metric-tag-version', { ...root, at: `${tags}/eol/history/1`, until: titled(/^Metric tag version 1/) }],
  ['public-metric-tags', { tenant: 'nordic', at: '/ui/public_metrictags', until: listedTags }],
  ['public-metric-tag', { at: '/ui/public_metrictags/CI%2FCD', until: linked('eudat.gitlab.liveness') }],
  ['tenants', { ...root, at: tenants, until: titled('Select tenant for details') }],
  ['tenants-failing', { ...root, at: tenants, until: failing('**/internal/tenants', saying('Internal server error')) }],
  ['status', { ...root, at: '/ui/administration/status', until: titled('Status') }],
  ['tenant', { ...root, at: `${tenants}/NORDIC`, until: saying('It cannot be deleted as long as') }],
  ['tenant-super', { ...root, at: `${tenants}/all`, until: saying('This is the super-tenant itself') }],
  ['tenant-read-only', { ...observer, at: `${tenants}/FEDERATION`, until: saying('This is a read-only instance') }],
  ['tenant-deleting', { ...root, at: `${tenants}/FEDERATION`, until: deletingTenant }],
  ['tenant-history', { ...root, at: `${tenants}/FEDERATION/history`, until: titled(/^Version history/) }],
  ['tenant-version', { ...root, at: `${tenants}/FEDERATION/history/1`, until: titled(/^Tenant version 1/) }],
]

testScreensOfKind(screens)
