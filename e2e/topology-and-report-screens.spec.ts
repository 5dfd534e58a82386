import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { desk, setAppearance, takePicture } from './src/pictures.ts'
import { linked, type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { comeTo, save } from './src/steps.ts'
import { expectProblem, test } from './src/visits.ts'

const admin = { tenant: 'nordic', as: 'admin' }
const topology = '/ui/topology'
const list = '/ui/reports'
const host = 'apelrepository01.nordic-central.example.org'

const counted = (what: string) => (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^[\\d,]+ ${what}$`) })
    .waitFor()
const groups = (page: Page) => page.getByRole('region', { name: 'Group of groups' })
const cards = (page: Page) => groups(page).waitFor()

async function choosingDay(page: Page) {
  await counted('endpoints')(page)
  await page.getByRole('button', { name: 'Day: open calendar' }).click()
  await page.getByRole('button', { name: 'Next month' }).waitFor()
}

const checked = (page: Page) => page.getByRole('table', { name: 'Checks' }).getByRole('link').first().waitFor()

async function uncovered(page: Page) {
  await page.getByRole('link', { name: 'endpoints of APEL argo.APEL-Pub: in no report' }).click()
  await titled(/^Endpoints in no report/)(page)
  await counted('endpoints')(page)
}

async function unknown(page: Page) {
  expectProblem(page, /hosts\/none\.example\.org 404$/)
  await titled('Not found')(page)
}

/** Profiles that do not fit together, one that does not exist, and a topology type without its filters yet. */
async function unready(page: Page) {
  await page.getByLabel('Topology type').selectOption('Sites')
  await page.getByLabel('Metric profile').fill('NORDIC_CLOUD')
  await page.getByLabel('Aggregation profile').fill('nordic_critical')
  await page.getByLabel('Operations profile').fill('nordic_operations')
  await page.keyboard.press('Tab')
  await groups(page).getByRole('button', { name: 'Add new tag' }).click()
  const finding = page.getByText('Results of this report can be incomplete.')
  await finding.waitFor()
  await page.getByText('Groups that match each filter on its own').waitFor()
  await page.getByText('There is no operations profile “nordic_operations”', { exact: false }).waitFor()
  await comeTo(finding)
}

async function choosing(page: Page) {
  await comeTo(groups(page))
  await groups(page).getByLabel('Service groups').click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

async function withProblems(page: Page) {
  await save(page)
  await page.getByText('Required', { exact: true }).first().waitFor()
}

async function compared(page: Page) {
  await page.getByRole('button', { name: 'Compare' }).click()
  await titled(/^Compare/)(page)
}

/** A filter that leaves only some groups, beside the stored report. */
async function narrowed(page: Page) {
  await cards(page)
  await groups(page).getByLabel('Service groups').fill('NORDIC_A*')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const scope = page.getByRole('region', { name: 'Scope' })
  await scope.getByText('lost', { exact: false }).first().waitFor()
  await comeTo(scope)
}

const imported = {
  description: 'Imported',
  availability: 'x',
  color: 'red',
  filter_tags: [{ name: 'scope', value: 'NORDIC', context: 'argo.group.filter.tags' }],
}

async function importing(page: Page) {
  await cards(page)
  const buffer = Buffer.from(JSON.stringify(imported))
  await page.getByLabel('JSON file').setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer })
  await page.getByRole('dialog', { name: 'Import JSON' }).waitFor()
}

/** A user without a group of reports reads it, with its scope. */
async function readOnly(page: Page) {
  await comeTo(groups(page))
  await page.getByRole('region', { name: 'Scope' }).getByText('Groups that match each filter on its own').waitFor()
}

const screens: readonly (readonly [string, Screen])[] = [
  ['topology endpoints', { ...admin, at: topology, until: counted('endpoints') }],
  ['topology groups', { ...admin, at: `${topology}/groups`, until: counted('groups') }],
  ['a day of the topology', { ...admin, at: topology, until: choosingDay }],
  ['no topology', { ...admin, at: `${topology}/groups?date=2001-01-01`, until: saying('No topology for this day.') }],
  ['changed endpoints', { ...admin, at: `${topology}/changedendpoints`, until: counted('changed endpoints') }],
  ['a host', { ...admin, at: `${topology}/hosts/${host}`, until: checked }],
  ['an unknown host', { ...admin, at: `${topology}/hosts/none.example.org`, until: unknown }],
  ['coverage', { ...admin, at: `${topology}/coverage`, until: counted('checks') }],
  ['endpoints in no report', { ...admin, at: `${topology}/coverage`, until: uncovered }],
  ['hosts of a metric', { ...admin, at: `${topology}/metrics/generic.tcp.connect`, until: counted('hosts') }],
  ['reports', { ...admin, at: list, until: linked('Critical') }],
  ['report-add, problems', { ...admin, at: `${list}/add`, until: withProblems }],
  ['report-add, not ready', { ...admin, at: `${list}/add`, until: unready }],
  ['report-change', { ...admin, at: `${list}/Core-services`, until: choosing }],
  ['report-change, narrowed', { ...admin, at: `${list}/Core-services`, until: narrowed }],
  ['report-import', { ...admin, at: `${list}/Core-services`, until: importing }],
  ['report, read-only', { tenant: 'nordic', as: 'tuva.brekken', at: `${list}/Core-services`, until: readOnly }],
  ['report-compare', { ...admin, at: `${list}/Core-services/history`, until: compared }],
  [
    'report, public',
    { tenant: 'nordic', at: '/ui/public_reports/Core-services', until: (page) => comeTo(groups(page)) },
  ],
]

testScreensOfKind(screens)

test('a report is printed without the console around it, and is readable in the dark scheme too', async ({ open }) => {
  const page = await open({ tenant: 'nordic', as: 'tuva.brekken', at: `${list}/Core-services` })
  await readOnly(page)
  await setAppearance(page, 'dark', desk)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await takePicture(page, 'report, printed')
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^(Copy|History|JSON)/ }).count()).toBe(0)
  await titled(/^Report details/)(page)
  const rows = page.getByRole('list', { name: 'Groups', exact: true })
  expect(await rows.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
})
