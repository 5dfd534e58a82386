import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { aMetricProfile, aName, pathOf, storedProfile, usualPairs } from './src/metric-profiles.ts'
import { takePicture } from './src/pictures.ts'
import { agree, hasFocus, message, save, tabTo, title, typePair } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, originOf, test } from './src/visits.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' } as const

const undo = (page: Page, what: string) => page.getByRole('button', { name: `Undo: ${what}`, exact: true })

async function change(page: Page, name: string, description: string) {
  await title(page, `Change metric profile ${name}`).waitFor()
  await page.getByLabel('Description').fill(description)
  await save(page)
  await agree(page, 'Change metric profile')
  await title(page, 'Select metric profile to change').waitFor()
}

test('a change is undone from the list, and the history shows it', async ({ open }) => {
  const [name, metric] = [await aMetricProfile(), 'argo.servicestatus.check']
  const page = await open({ ...member, at: pathOf(name) })
  await title(page, `Change metric profile ${name}`).waitFor()
  await page.getByRole('button', { name: 'Insert below row 2' }).click()
  await typePair(page, 3, 'SRM', metric)
  await change(page, name, 'As it became')
  await page.getByRole('row', { name }).getByText('Changed', { exact: true }).waitFor()
  expect((await storedProfile(name))?.services).toHaveLength(3)

  await tabTo(page, undo(page, `Changed ${name}`))
  await page.keyboard.press('Enter')
  await message(page, `Metric profile ${name} is as it was before`, `Metric ${metric} has been deleted`).waitFor()
  await page.getByRole('row', { name }).getByText('Restored', { exact: true }).waitFor()
  await eventually(() => hasFocus(title(page, 'Select metric profile to change'))).toBe(true)
  expect(await undo(page, `Changed ${name}`).count()).toBe(0)
  expect(await storedProfile(name)).toMatchObject({ description: 'As it was', services: usualPairs })

  await page.goto(new URL(`${pathOf(name)}/history`, page.url()).href)
  await page
    .getByRole('row')
    .filter({ hasText: /Restored version 1\./ })
    .waitFor()
})

onlyInFullRun('an undo keeps what another user has saved since, and links to the history', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await change(page, name, 'Mine')
  await undo(page, `Changed ${name}`).waitFor()
  const colleague = await open({ ...member, as: 'eira.tundal', at: pathOf(name) })
  await change(colleague, name, 'Theirs')

  expectProblem(page, /PUT .*metricprofiles 412$/)
  await undo(page, `Changed ${name}`).click()
  await page
    .getByRole('alert')
    .filter({ hasText: `Metric profile ${name} has been changed since.` })
    .waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await storedProfile(name)).toMatchObject({ description: 'Theirs' })
  await page.getByRole('link', { name: `History of ${name}` }).click()
  await title(page, `Version history ${name}`).waitFor()
  expect(await page.getByRole('row').count()).toBe(4)
})

onlyInFullRun('an undone add removes the metrics that it added', async ({ open }) => {
  const [name, metric] = [aName(), 'grnet.agora.healthcheck']
  const page = await open({ ...member, at: '/ui/metricprofiles/add' })
  await page.getByLabel('Metric profile name').fill(name)
  await page.getByLabel('Group').selectOption('NORDIC')
  await typePair(page, 1, 'webdav', metric)
  await save(page)
  await agree(page, 'Add metric profile')
  await undo(page, `Added ${name}`).click()
  await message(page, `Metric profile ${name} is deleted again`, `Metric ${metric} has been deleted`).waitFor()
  expect(await storedProfile(name)).toBeUndefined()
  await eventually(() => page.getByRole('link', { name }).count()).toBe(0)
})

onlyInFullRun('an undone delete adds the same document as a new object', async ({ open }) => {
  const name = await aMetricProfile({ description: 'To be kept' })
  const before = await storedProfile(name)
  const page = await open({ ...member, at: pathOf(name) })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, 'Delete metric profile')
  await page.getByText(`Metric profile ${name} was deleted.`).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await undo(page, `Deleted ${name}`).click()
  await message(page, `Metric profile ${name} is added again; its history goes on`).waitFor()
  const after = await storedProfile(name)
  expect(after).toEqual({ ...before, apiid: after?.apiid })
  expect(after?.apiid).not.toBe(before?.apiid)
})

onlyInFullRun('after a reload, or for another user of the browser, nothing can be undone', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await change(page, name, 'As it became')
  await undo(page, `Changed ${name}`).waitFor()
  await page.reload()
  await page.getByRole('row', { name }).getByText('Changed', { exact: true }).waitFor()
  expect(await undo(page, `Changed ${name}`).count()).toBe(0)
})

onlyInFullRun('the home page links to the difference of a change', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await change(page, name, 'Told at home')
  await page.goto(`${originOf('nordic')}/ui/home`)
  await page.getByRole('link', { name: `Difference of ${name}` }).click()
  await title(page, `Change of metric profile ${name}`).waitFor()
  await page.getByRole('region', { name: 'description' }).getByText('Told at home').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePicture(page, 'change-of-object')
})
