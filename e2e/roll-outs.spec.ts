import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { importMetrics } from '@quatrain/contract/resources/metric-imports.ts'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { aMetricTemplate, templatePath } from './src/metric-templates.ts'
import { takePictures } from './src/pictures.ts'
import { sendRequest } from './src/send-request.ts'
import { startSession } from './src/session.ts'
import { agree, dialog, message, save } from './src/steps.ts'
import { eventually, originOf, test } from './src/visits.ts'

const tenants = ['nordic', 'alpine'] as const
const { path } = importMetrics

async function importIn(tenant: string, template: string): Promise<void> {
  const { headers } = await startSession(originOf(tenant), 'admin')
  const body = { metrictemplates: [template] }
  const { status } = await sendRequest(originOf(tenant), path, {
    method: 'POST',
    headers: { ...headers, 'if-preview-match': '*' },
    body,
  })
  expect(status).toBeLessThan(300)
}

/** The descriptions of the metric in both tenants. */
async function seen(name: string): Promise<unknown[]> {
  const read = resourceEndpoints(metrics).get.path.replace(':key', encodeURIComponent(name))
  return Promise.all(
    tenants.map(async (tenant) => {
      const { headers } = await startSession(originOf(tenant), 'admin')
      const { body } = await sendRequest(originOf(tenant), read, { headers })
      return metrics.record.parse(body).description
    }),
  )
}

test('a change reaches a canary first, is reverted there, and then reaches all tenants', async ({ open }) => {
  const name = await aMetricTemplate()
  for (const tenant of tenants) await importIn(tenant, name)
  const page = await open({ as: 'admin', at: templatePath(name) })
  await page.getByLabel('Description (optional)', { exact: true }).fill('As it will be')
  await save(page)
  const confirming = dialog(page, 'Change metric template')
  await confirming.getByText('2 tenants follow now.').waitFor()
  await confirming.getByRole('radio', { name: 'A canary first' }).check()
  await confirming.getByRole('combobox', { name: 'Tenants that follow now' }).fill('NORD')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await confirming.getByText(/^1 tenant follows now; 1 other tenant follows on /).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, 'roll-out-choice')
  await agree(page, 'Change metric template')
  await message(page, 'Metric template successfully changed').waitFor()
  await eventually(() => seen(name)).toEqual(['As it will be', 'As it was'])

  await page.goto(`${originOf()}/ui/administration/rollouts`)
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').click()
  await page.getByRole('row').filter({ hasText: 'ALPINE' }).getByText('waiting').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, 'roll-out-canary')
  await page.getByRole('button', { name: 'Revert NORDIC' }).click()
  await dialog(page, 'Revert NORDIC').getByText('1 metric will be changed in NORDIC').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, 'roll-out-revert')
  await agree(page, 'Revert NORDIC')
  await message(page, 'NORDIC is as it was before the roll-out').waitFor()
  await page.getByText('Reverted by admin').waitFor()
  expect(await seen(name)).toEqual(['As it was', 'As it was'])

  await page.getByRole('button', { name: 'Defer all' }).click()
  await dialog(page, 'Defer ALPINE').getByRole('textbox', { name: 'Follow the roll-out at' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, 'roll-out-defer')
  await agree(page, 'Defer ALPINE')
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('button', { name: 'Run selected' }).click()
  await page.getByText('2 of 2 tenants have followed.').waitFor()
  expect(await seen(name)).toEqual(['As it will be', 'As it will be'])
})
