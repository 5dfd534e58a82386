import { expect } from 'vitest'
import { chooseCsv, downloaded, importFile } from './src/files.ts'
import { aMetricTemplate, storedTemplate } from './src/metric-templates.ts'
import { agree, dialog, message, save, title } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, test } from './src/visits.ts'

const ports = '/ui/administration/default_ports'

onlyInFullRun(
  'a port is added with the keyboard alone, is visible to everybody, and is removed again',
  async ({ open }) => {
    const page = await open({ as: 'admin', at: ports })
    await page.getByLabel('Port value 1', { exact: true }).press('Enter')
    await page.keyboard.type('Z_E2E_PORT')
    await page.keyboard.press('Enter')
    await page.keyboard.type('65535')
    await page.keyboard.press('Control+s')
    await dialog(page, 'Change default ports').getByText('Z_E2E_PORT').waitFor()
    await agree(page, 'Change default ports')
    await message(page, 'Changed', 'Default ports successfully changed').waitFor()
    await page.getByText('No changes').waitFor()

    const everybody = await open({ tenant: 'nordic', at: '/ui/public_default_ports?name=z_e2e' })
    await everybody.getByText('Z_E2E_PORT', { exact: true }).waitFor()

    await page.getByLabel('Search port names').fill('Z_E2E')
    await page.getByRole('button', { name: /: Z_E2E_PORT$/ }).click()
    await page.getByText('Some ports have been deleted.').waitFor()
    await save(page)
    await agree(page, 'Change default ports')
    await page.getByText('No changes').waitFor()
    await everybody.reload()
    await everybody.getByText('No default ports match the filters.').waitFor()
    await page.goto(`${page.url()}/Z_E2E_PORT/history`)
    await page.getByRole('cell', { name: 'Initial version.' }).waitFor()
  },
)

test('the second of two administrators merges both lists of ports', async ({ open }) => {
  const [first, second] = [await open({ as: 'admin', at: ports }), await open({ as: 'admin', at: ports })]
  for (const [page, name] of [
    [first, 'Z_E2E_FIRST'],
    [second, 'Z_E2E_SECOND'],
  ] as const) {
    await page.getByLabel('Port value 1', { exact: true }).press('Enter')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.keyboard.type('1')
  }
  await save(first)
  await agree(first, 'Change default ports')
  await first.getByText('No changes').waitFor()

  expectProblem(second, /default_ports 412$/)
  await save(second)
  await second.getByRole('region', { name: 'Changed by somebody else' }).waitFor()
  await second.getByRole('button', { name: 'Continue with the result' }).click()
  await save(second)
  await agree(second, 'Change default ports')
  await second.getByText('No changes').waitFor()
  await second.getByLabel('Search port names').fill('Z_E2E')
  for (const name of ['Z_E2E_FIRST', 'Z_E2E_SECOND']) {
    await second.getByRole('button', { name: new RegExp(`: ${name}$`) }).click()
  }
  await save(second)
  await agree(second, 'Change default ports')
  await second.getByText('No changes').waitFor()
})

onlyInFullRun(
  "a tag added to a template is shown on the tenant's metric until the tag is deleted",
  async ({ open }) => {
    const page = await open({ as: 'admin', at: '/ui/metrictags/add' })
    await page.getByLabel('Name', { exact: true }).fill('z e2e tag')
    await page.getByLabel('Search metric templates').fill('argo.ncg.mon')
    await page.getByRole('checkbox', { name: 'argo.ncg.mon' }).check()
    await save(page)
    await dialog(page, 'Add metric tag').getByText('in NORDIC').waitFor()
    await agree(page, 'Add metric tag')
    await message(page, 'Added', 'Metric tag successfully added').waitFor()
    await title(page, 'Select metric tag to change').waitFor()

    const nordic = await open({ tenant: 'nordic', at: '/ui/public_metrics/argo.ncg.mon' })
    const tag = nordic.getByText('z e2e tag', { exact: true })
    await tag.waitFor()
    await page.getByRole('link', { name: 'z e2e tag' }).click()
    await page.getByText('NORDIC').first().waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await agree(page, 'Delete metric tag')
    await message(page, 'Deleted', 'Metric tag successfully deleted').waitFor()
    await nordic.reload()
    await title(nordic, 'Metric details argo.ncg.mon').waitFor()
    expect(await tag.count()).toBe(0)
  },
)

onlyInFullRun(
  'templates exported from one tag are imported into another; an unknown template is reported and skipped',
  async ({ open }) => {
    const [first, second] = [await aMetricTemplate(), await aMetricTemplate()]
    const page = await open({ as: 'admin', at: '/ui/metrictags/e2e' })
    await page.getByRole('button', { name: 'Show all' }).waitFor()
    const file = await downloaded(page, () => chooseCsv(page, 'Export'))
    expect(file.name).toBe('e2e.csv')
    expect(file.text).toContain(`\r\n${first}`)

    await page.goto(new URL('/ui/metrictags/add', page.url()).href)
    await page.getByLabel('Name', { exact: true }).fill('z e2e imported')
    const content = ['name', first, 'no.such.template', second].join('\r\n')
    const question = await importFile(page, { name: file.name, content })
    await question.getByText('2 metric templates added, 0 removed, 0 unchanged, 1 row rejected').waitFor()
    await question.getByRole('row', { name: /^3 Rejected .* no\.such\.template$/ }).waitFor()
    await question.getByRole('button', { name: 'Apply to form' }).click()
    await message(page, 'Imported', 'e2e.csv: 2 metric templates added, 0 removed; 1 row left out.').waitFor()
    await save(page)
    await agree(page, 'Add metric tag')
    await message(page, 'Metric tag successfully added').waitFor()
    expect((await storedTemplate(second))?.tags).toEqual(['e2e', 'z e2e imported'])

    await page.getByRole('link', { name: 'z e2e imported' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await agree(page, 'Delete metric tag')
    await message(page, 'Metric tag successfully deleted').waitFor()
    expect((await storedTemplate(second))?.tags).toEqual(['e2e'])
  },
)

test('deleting a tenant requires its complete name', async ({ open }) => {
  const page = await open({ as: 'admin', at: '/ui/tenants' })
  await page.getByRole('link', { name: 'FEDERATION', exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = dialog(page, 'Delete tenant')
  await question.getByText(/^Deleted with it: 135 metrics/).waitFor()
  await question.getByLabel('Type FEDERATION to delete it').fill('FED')
  expect(await question.getByRole('button', { name: 'Delete tenant' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('FEDERATION')
})
