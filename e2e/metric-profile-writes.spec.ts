import { describe, expect } from 'vitest'
import { endMessages } from './src/held-messages.ts'
import { aMetricProfile, aName, pathOf, storedProfile, usualPairs } from './src/metric-profiles.ts'
import { agree, dialog, hasFocus, message, save, title, typePair } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, test } from './src/visits.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' } as const

describe('adding a profile', () => {
  test('adds its metrics, which the preview and the message name', async ({ open }) => {
    const [name, metric] = [aName(), 'egi.webdav.token']
    const page = await open({ ...member, at: '/ui/metricprofiles' })
    await page.getByRole('link', { name: 'Add' }).click()
    await title(page, 'Add metric profile').waitFor()
    await page.getByLabel('Metric profile name').fill(name)
    await page.getByLabel('Description').fill('Whether tokens open storage')
    await page.getByLabel('Group').selectOption('NORDIC')
    await typePair(page, 1, 'webdav', metric)
    await save(page)

    const question = dialog(page, 'Add metric profile')
    await question.getByText('Are you sure you want to add metric profile?', { exact: true }).waitFor()
    await question.getByText(name, { exact: true }).first().waitFor()
    await question
      .getByRole('listitem')
      .filter({ hasText: `1 metric will be imported in NORDIC: ${metric}` })
      .waitFor()
    expect(await storedProfile(name), 'before the answer').toBeUndefined()
    await agree(page, 'Add metric profile')

    await message(page, 'Metric profile successfully added', `Metric ${metric} has been imported`).waitFor()
    await title(page, 'Select metric profile to change').waitFor()
    await page.getByRole('row', { name }).getByText('Added', { exact: true }).waitFor()
    expect(await storedProfile(name)).toMatchObject({ groupname: 'NORDIC', services: [{ service: 'webdav', metric }] })

    // The message disappears, but stays readable in the list of messages.
    await endMessages(page)
    await message(page, 'Metric profile successfully added').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Messages/ }).click()
    await page.getByRole('dialog').getByText(`Metric ${metric} has been imported`).waitFor()
  })

  onlyInFullRun('reports a name that is taken at the field', async ({ open }) => {
    const page = await open({ ...member, at: '/ui/metricprofiles/add' })
    expectProblem(page, /POST .*metricprofiles 409$/)
    await page.getByLabel('Metric profile name').fill('NORDIC_CLOUD')
    await page.getByLabel('Group').selectOption('NORDIC')
    await save(page)
    await page.getByText('Already exists', { exact: true }).waitFor()
    expect(await page.getByLabel('Metric profile name').getAttribute('aria-invalid')).toBe('true')
    await eventually(() => hasFocus(page.getByLabel('Metric profile name'))).toBe(true)
  })

  onlyInFullRun('is refused to a user without a group of metric profiles, with the reason', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'runa.myrdal', at: '/ui/metricprofiles' })
    await title(page, 'Select metric profile for details').waitFor()
    await page.getByRole('button', { name: 'Add' }).click({ force: true })
    await message(page, 'Not allowed', 'You do not have permission to add metric profiles.').waitFor()

    await page.goto(`${page.url().replace(/\?.*/, '')}/add`)
    await page.getByText('You do not have permission to add metric profiles.', { exact: true }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
  })
})

test('a change is previewed: what differs, and which metrics are added and removed', async ({ open }) => {
  const [removed, added] = ['eosccore.helpdesk.healthcheck', 'eosccore.recommender.status']
  const name = await aMetricProfile({ services: [...usualPairs, { service: 'helpdesk', metric: removed }] })
  const page = await open({ ...member, at: pathOf(name) })
  await title(page, `Change metric profile ${name}`).waitFor()
  await page.getByLabel('Description').fill('As it became')
  await page.getByRole('button', { name: `Remove pair 2: helpdesk, ${removed}` }).click()
  await page.getByRole('button', { name: 'Insert below row 1' }).click()
  await typePair(page, 2, 'web.check', added)
  await page.getByRole('region', { name: 'Save' }).getByText('3 changes').waitFor()
  await save(page)

  const question = dialog(page, 'Change metric profile')
  await question.getByText('Are you sure you want to change metric profile?', { exact: true }).waitFor()
  await eventually(() => hasFocus(question.getByRole('button', { name: 'Keep editing' }))).toBe(true)
  await question.getByRole('row', { name: `+ added web.check ${added}` }).waitFor()
  await question.getByRole('row', { name: `− removed helpdesk ${removed}` }).waitFor()
  const affected = question.getByRole('listitem')
  await affected.filter({ hasText: `1 metric will be imported in NORDIC: ${added}` }).waitFor()
  await affected.filter({ hasText: `1 metric will be deleted in NORDIC: ${removed}` }).waitFor()

  await question.getByRole('button', { name: 'Keep editing' }).click()
  expect(await storedProfile(name), 'after the answer no').toMatchObject({ description: 'As it was' })
  await save(page)
  await agree(page, 'Change metric profile')
  const lines = [`Metric ${added} has been imported`, `Metric ${removed} has been deleted`]
  await message(page, 'Metric profile successfully changed', ...lines).waitFor()
  await page.getByRole('row', { name }).getByText('Changed', { exact: true }).waitFor()
  expect(await storedProfile(name)).toMatchObject({ description: 'As it became' })
})

onlyInFullRun(
  'a profile of another group is read-only, and the page says which right a change requires',
  async ({ open }) => {
    const page = await open({ ...member, at: '/ui/metricprofiles/NORDIC_SECURITY' })
    await title(page, 'Metric profile details NORDIC_SECURITY').waitFor()
    const banner =
      'This is a read-only instance, please request the corresponding permissions to perform any changes in this form.'
    await page.getByText(banner, { exact: true }).waitFor()
    await page.getByText('Changes require membership in the group NORDIC-Security of metric profiles.').waitFor()
    await page.getByRole('definition').filter({ hasText: 'Results visible to the security team only.' }).waitFor()
    const main = page.getByRole('main')
    expect(await main.getByRole('textbox').count()).toBe(0)
    expect(await main.getByRole('combobox').count()).toBe(0)
    for (const name of ['Save', 'Delete']) expect(await main.getByRole('button', { name }).count()).toBe(0)
    await main.getByRole('link', { name: 'History' }).waitFor()
  },
)

onlyInFullRun('a clone starts with the values of the original and a name of its own', async ({ open }) => {
  const model = await aMetricProfile({ description: 'The model' })
  const page = await open({ ...member, at: pathOf(model) })
  await page.getByRole('link', { name: 'Clone' }).click()
  await title(page, 'Clone metric profile').waitFor()
  expect(await page.getByLabel('Metric profile name').inputValue()).toBe(`Cloned ${model}`)
  await save(page)
  await agree(page, 'Add metric profile')
  await message(page, 'Metric profile successfully added').waitFor()
  const [clone, stored] = [await storedProfile(`Cloned ${model}`), await storedProfile(model)]
  expect(clone).toEqual({ ...stored, apiid: clone?.apiid, name: `Cloned ${model}` })
  expect(clone?.apiid).not.toBe(stored?.apiid)
})

test('a delete requires confirmation, which names its side effects', async ({ open }) => {
  const metric = 'eosc.webodv.api'
  const name = await aMetricProfile({ services: [{ service: 'webodv', metric }] })
  const page = await open({ ...member, at: pathOf(name) })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = dialog(page, 'Delete metric profile')
  await question.getByText('Are you sure you want to delete metric profile?', { exact: true }).waitFor()
  await question.getByText(name, { exact: true }).waitFor()
  await question
    .getByRole('listitem')
    .filter({ hasText: `1 metric will be deleted in NORDIC: ${metric}` })
    .waitFor()
  await eventually(() => hasFocus(question.getByRole('button', { name: 'Keep it' }))).toBe(true)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  expect(await storedProfile(name)).toBeDefined()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, 'Delete metric profile')
  await message(page, 'Metric profile successfully deleted', `Metric ${metric} has been deleted`).waitFor()
  await title(page, 'Select metric profile to change').waitFor()
  expect(await storedProfile(name)).toBeUndefined()
  expect(await page.getByRole('link', { name }).count()).toBe(0)
})

onlyInFullRun('deleting a profile that is used is refused at once, with its dependents', async ({ open }) => {
  const page = await open({ ...member, at: '/ui/metricprofiles/NORDIC_MON_CRITICAL' })
  expectProblem(page, /DELETE .*metricprofiles\/.* 409$/)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await message(
    page,
    'Unable to delete',
    'Metric profile is associated with aggregation profile(s): nordic_critical',
    'Metric profile is associated with report(s): Critical, Pilot, Tier-1-2',
  ).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await storedProfile('NORDIC_MON_CRITICAL')).toBeDefined()
})
