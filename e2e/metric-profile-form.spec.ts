import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { aMetricProfile, pathOf, storedProfile, usualPairs } from './src/metric-profiles.ts'
import { agree, dialog, hasFocus, message, save, tabTo, title, typePair } from './src/steps.ts'
import { eventually, onlyInFullRun, test } from './src/visits.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' } as const

const description = (page: Page) => page.getByLabel('Description')
const saveBar = (page: Page) => page.getByRole('region', { name: 'Save' })

describe('errors of the form', () => {
  test('prevent the save, and the first one gets the focus', async ({ open }) => {
    const page = await open({ ...member, at: '/ui/metricprofiles/add' })
    await save(page)
    await page.getByText('Required', { exact: true }).first().waitFor()
    await eventually(() => hasFocus(page.getByLabel('Metric profile name'))).toBe(true)
    await saveBar(page).getByRole('button', { name: '2 problems' }).waitFor()
    expect(await saveBar(page).getByRole('button', { name: 'Save' }).isEnabled()).toBe(true)

    await page.getByLabel('Metric profile name').fill('ANYTHING')
    await page.getByLabel('Group').selectOption('NORDIC')
    await typePair(page, 1, 'webdav', 'no.such.metric')
    await page.getByText('Must be one of predefined metrics', { exact: true }).waitFor()
    await saveBar(page).getByRole('button', { name: '1 problem' }).click()
    await eventually(() => hasFocus(page.getByLabel('Metric 1', { exact: true }))).toBe(true)
  })

  onlyInFullRun('are shown in the row: a duplicate pair, an incomplete pair', async ({ open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    await page.getByRole('button', { name: 'Insert below row 2' }).click()
    await typePair(page, 3, 'webdav', 'generic.http.connect')
    await page
      .getByRole('row')
      .filter({ has: page.getByLabel('Service 3') })
      .getByText('Duplicated')
      .waitFor()
    await page.getByLabel('Metric 3').fill('')
    await page.keyboard.press('Tab')
    await page.getByText('Required', { exact: true }).waitFor()
    expect(await saveBar(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)

    await page.getByRole('button', { name: /^Remove pair 3/ }).click()
    await saveBar(page).getByText('No changes').waitFor()
  })
})

test('rows of a spreadsheet are pasted as pairs without duplicates', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await title(page, `Change metric profile ${name}`).waitFor()
  await page.evaluate(() =>
    navigator.clipboard.writeText(
      'Service\tMetric\nSRM\tgeneric.certificate.validity-srm\nwebdav\tgeneric.http.connect\nTop-BDII\torg.bdii.Freshness\n',
    ),
  )
  await page.getByRole('button', { name: 'Insert below row 2' }).click()
  await page.keyboard.press('Control+V')
  await message(page, '2 pairs pasted', '1 pair skipped: they exist already.').waitFor()
  await saveBar(page).getByText('2 changes').waitFor()
  await save(page)
  await agree(page, 'Change metric profile')
  await message(page, 'Metric profile successfully changed').waitFor()

  const pasted = [
    { service: 'SRM', metric: 'generic.certificate.validity-srm' },
    { service: 'Top-BDII', metric: 'org.bdii.Freshness' },
  ]
  const services = (await storedProfile(name))?.services
  expect(services).toHaveLength(4)
  expect(services).toEqual(expect.arrayContaining([...usualPairs, ...pasted]))
})

test('a change is made with the keyboard alone', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: '/ui/metricprofiles' })
  await page.getByRole('link', { name: 'NORDIC_CLOUD' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  const link = page.getByRole('link', { name, exact: true })
  await link.waitFor()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(title(page, `Change metric profile ${name}`))).toBe(true)

  await tabTo(page, description(page))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Typed')
  // Adds a row: Enter moves to the next cell, the arrow keys choose a suggestion.
  await tabTo(page, page.getByLabel('Metric 2', { exact: true }))
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(page.getByLabel('Service 3', { exact: true }))).toBe(true)
  await page.keyboard.type('XRootD')
  await page.keyboard.press('Tab')
  await page.keyboard.type('validity-xrootd')
  await page.getByRole('option', { name: 'generic.certificate.validity-xrootd' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+S')

  const question = dialog(page, 'Change metric profile')
  await eventually(() => hasFocus(question.getByRole('button', { name: 'Keep editing' }))).toBe(true)
  await tabTo(page, question.getByRole('button', { name: 'Change metric profile' }))
  await page.keyboard.press('Enter')
  await message(page, 'Metric profile successfully changed').waitFor()
  await title(page, 'Select metric profile to change').waitFor()
  const added = { service: 'XRootD', metric: 'generic.certificate.validity-xrootd' }
  const stored = await storedProfile(name)
  expect(stored).toMatchObject({ description: 'Typed', services: expect.arrayContaining([added]) })
})

describe('unsaved input', () => {
  test('survives a reload, and can be discarded', async ({ open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    await description(page).fill('Not saved yet')
    await typePair(page, 1, 'ARC-CE', 'generic.ssh.connect')
    await page.reload()
    await page.getByText(/^These are your unsaved changes of .*, kept in this browser\.$/).waitFor()
    expect(await description(page).inputValue()).toBe('Not saved yet')
    expect(await page.getByLabel('Metric 1', { exact: true }).inputValue()).toBe('generic.ssh.connect')
    await saveBar(page).getByText('2 changes').waitFor()

    await page.getByRole('button', { name: 'Discard draft' }).click()
    await eventually(() => description(page).inputValue()).toBe('As it was')
    await saveBar(page).getByText('No changes').waitFor()
    await page.reload()
    await saveBar(page).getByText('No changes').waitFor()
    expect(await page.getByText('unsaved changes').count()).toBe(0)
  })

  onlyInFullRun('does not prevent leaving the page after it was discarded', async ({ open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    await description(page).click()
    await page.keyboard.press('End')
    await page.keyboard.type(', and more')
    await saveBar(page).getByText('1 change').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await saveBar(page).getByText('No changes').waitFor()
    await page.getByRole('link', { name: 'Probes' }).click()
    await title(page, 'Select probe for details').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('prompts before the page is left: stay, keep the draft, or discard it', async ({ open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    const question = dialog(page, 'Leave without saving')
    const leave = () => page.getByRole('link', { name: 'Probes' }).click()
    await description(page).fill('Not saved yet')

    await leave()
    await question.getByText('This form has 1 unsaved change.').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await description(page).inputValue()).toBe('Not saved yet')

    await leave()
    await question.getByRole('button', { name: 'Leave and keep draft' }).click()
    await title(page, 'Select probe for details').waitFor()
    await page.goBack()
    await page.getByText('These are your unsaved changes').waitFor()
    expect(await description(page).inputValue()).toBe('Not saved yet')

    await description(page).fill('Nor this')
    await leave()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await title(page, 'Select probe for details').waitFor()
    await page.goBack()
    await title(page, `Change metric profile ${name}`).waitFor()
    expect(await description(page).inputValue()).toBe('As it was')
  })

  test('is visible only to its user, not to the next user of the browser', async ({ open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    await description(page).fill('Mine alone')
    await page.reload()
    await page.getByText('These are your unsaved changes').waitFor()
    const other = await open({ tenant: 'nordic', as: 'eira.tundal', at: '/ui/about' })
    await page.context().clearCookies()
    await page.context().addCookies(await other.context().cookies())
    await page.reload()
    await eventually(() => description(page).inputValue()).toBe('As it was')
  })
})

test('the focused cell keeps the focus while a long table is scrolled', async ({ open }) => {
  const services = Array.from({ length: 400 }, (_, index) => ({
    service: `long.service.${index}`,
    metric: 'generic.tcp.connect',
  }))
  const name = await aMetricProfile({ services })
  const page = await open({ ...member, at: pathOf(name) })
  const cell = page.getByLabel('Service 3', { exact: true })
  await cell.focus()
  await page.evaluate(() => window.scrollTo(0, 12_000))
  await page.getByLabel('Service 290', { exact: true }).waitFor()
  expect(await hasFocus(cell)).toBe(true)
  await page.keyboard.type('x')
  expect(await cell.inputValue()).toMatch(/x/)
})
