import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { aMetricProfile } from './src/metric-profiles.ts'
import { takePicture } from './src/pictures.ts'
import { test } from './src/visits.ts'

test('two selected changes are taken back by one change request', async ({ open }) => {
  const names = [await aMetricProfile(), await aMetricProfile()]
  const page = await open({ tenant: 'nordic', as: 'nordic-admin', at: '/ui/changes?kind=metricprofile' })
  for (const name of names) {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await row.first().getByRole('checkbox').click()
  }
  await page.getByText('2 changes selected').waitFor()
  await takePicture(page, 'changes-selected')
  expect(await accessibilityProblems(page)).toEqual([])
  const answer = page.waitForResponse((response) => response.url().endsWith('/changerequests/inverse'))
  await page.getByRole('button', { name: 'Take back' }).click()
  const { title, writes } = await (await answer).json()
  expect(title).toMatch(/^Revert: /)
  expect(writes.map(({ operation, name }: Record<string, string>) => [operation, name]).toSorted()).toEqual(
    names.toSorted().map((name) => ['remove', name]),
  )
  await page.waitForURL(/\/ui\/changerequests\/\d+$/)
})
