import { expect } from 'vitest'
import { aMetricTemplate } from './src/metric-templates.ts'
import { agree, dialog, message, save, title } from './src/steps.ts'
import { eventually, onlyInFullRun, test } from './src/visits.ts'

const admin = { tenant: 'nordic', as: 'nordic-admin' } as const
const metric = 'ch.cern.LFC-Ping'

onlyInFullRun(
  'a value of a metric is changed, undone from the list, and restored from the history',
  async ({ open }) => {
    const page = await open({ ...admin, at: `/ui/metrics/${metric}` })
    const timeout = page.getByLabel('Config: timeout')
    const before = await timeout.inputValue()
    await timeout.fill('321')
    await save(page)
    await agree(page, 'Change metric')
    await title(page, 'Select metric to change').waitFor()
    await page.getByRole('button', { name: `Undo: Changed ${metric}`, exact: true }).click()
    await message(page, `Metric ${metric} is as it was before`).waitFor()

    await page.goto(new URL(`/ui/metrics/${metric}/history`, page.url()).href)
    const changed = page.getByRole('row').filter({ hasText: 'Changed config field "timeout".', hasNotText: 'Restored' })
    await changed.first().getByRole('link').first().click()
    await page.getByRole('link', { name: 'Restore' }).click()
    await page.getByText('The form contains version').waitFor()
    await eventually(() => timeout.inputValue()).toBe('321')
    await timeout.fill(before)
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  },
)

test('metrics are moved to a newer version of their package and back', async ({ open }) => {
  const page = await open({ ...admin, at: '/ui/administration/packages' })
  await page.getByRole('link', { name: 'nagios-plugins-argus' }).click()
  await page.getByRole('link', { name: 'nagios-plugins-argus-1.1.1' }).click()
  const move = async (version: string) => {
    await title(page, `Update metrics nagios-plugins-argus-${version}`).waitFor()
    await page.getByRole('table', { name: 'Metrics' }).waitFor()
    await page.getByRole('button', { name: 'Update metrics' }).click()
    const question = dialog(page, 'Update metrics')
    await question.getByText('ARE YOU SURE you want to update metrics?').waitFor()
    await question.getByRole('button', { name: 'Update metrics' }).click()
    await title(page, 'Select package for details').waitFor()
    await page
      .getByText(/have been successfully updated\.$/)
      .first()
      .waitFor()
  }
  await move('1.1.1')
  await page.getByRole('link', { name: 'nagios-plugins-argus' }).click()
  await title(page, 'Package details nagios-plugins-argus-1.1.1').waitFor()
  await page.getByLabel('Version').selectOption('1.1.0')
  await page.getByRole('link', { name: 'Update metrics' }).click()
  await move('1.1.0')
})

test('a template is imported, changed together with others, and its metric deleted', async ({ open }) => {
  const template = await aMetricTemplate()
  const page = await open({ tenant: 'nordic', as: 'admin', at: `/ui/metrics/add?name=${template}` })
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('button', { name: 'Import 1 metric', exact: true }).click()
  await dialog(page, 'Import metrics').getByRole('button', { name: 'Import 1 metric' }).click()
  await message(page, 'Imported', `${template} has been successfully imported.`).waitFor()

  await page.goto(new URL(`/ui/metrics?name=${template}`, page.url()).href)
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('button', { name: /^Change 1 metric/ }).click()
  const change = dialog(page, 'Change metrics')
  await change.getByLabel('timeout').fill('five')
  await change.getByRole('button', { name: 'Preview changes' }).click()
  await change.getByText('Must be a whole number').waitFor()
  await change.getByLabel('timeout').fill('123')
  await change.getByLabel('Group').selectOption('NORDIC')
  await change.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('Are you sure you want to change metrics?').waitFor()
  await dialog(page, 'Change metrics').getByRole('button', { name: 'Change 1 metric' }).click()
  await page.getByRole('cell', { name: 'NORDIC', exact: true }).waitFor()

  await page.getByRole('link', { name: template }).click()
  await eventually(() => page.getByLabel('Config: timeout').inputValue()).toBe('123')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, 'Delete metric')
  await title(page, 'Select metric to change').waitFor()
})
