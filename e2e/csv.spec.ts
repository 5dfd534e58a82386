import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { chooseCsv, downloaded, importFile } from './src/files.ts'
import { aMetricProfile, aName, pathOf, storedProfile, usualPairs } from './src/metric-profiles.ts'
import { agree, hasFocus, message, save, tabTo, title } from './src/steps.ts'
import { eventually, test } from './src/visits.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' } as const
const mark = '\uFEFF'

const saveBar = (page: Page) => page.getByRole('region', { name: 'Save' })
const put = (page: Page) => page.getByRole('button', { name: 'Apply to form' }).click()

describe('CSV export', () => {
  test('contains all matching rows in the displayed order, whichever page is shown', async ({ open }) => {
    const start = aName()
    const all = Array.from({ length: 6 }, (_, index) => `${start}_${index + 1}`)
    for (const name of all) await aMetricProfile({ name, description: `=1+1, "${name}"` })
    const page = await open({ ...member, at: `/ui/metricprofiles?name=${start}&sort=-name&size=5&page=2` })
    await page.getByText('Page 2 of 2').waitFor()
    const { name, text } = await downloaded(page, () => page.getByRole('button', { name: 'Download CSV' }).click())

    expect(name).toMatch(/^nordic-metric-profiles-\d{4}-\d\d-\d\d\.csv$/)
    const rows = all.toReversed().map((name) => `${name},"'=1+1, ""${name}""",NORDIC,2`)
    expect(text).toBe(mark + ['Name,Description,Group,Pairs', ...rows].join('\r\n'))
    await message(page, 'Downloaded', `6 metric profiles in ${name}`).waitFor()
  })

  test('is offered to the public, but not for an empty list', async ({ open }) => {
    const page = await open({ tenant: 'nordic', at: '/ui/public_metricprofiles?name=NORDIC_LEGACY' })
    await page.getByRole('link', { name: 'NORDIC_LEGACY' }).waitFor()
    const { text } = await downloaded(page, () => page.getByRole('button', { name: 'Download CSV' }).click())
    expect(text.split('\r\n')).toHaveLength(2)
    await page.getByLabel('Filter by name').fill('no such thing')
    await page.getByRole('cell', { name: 'No metric profiles match the filters.' }).waitFor()
    expect(await page.getByRole('button', { name: 'Download CSV' }).isDisabled()).toBe(true)
  })
})

test('pairs exported from one profile are imported into another', async ({ open }) => {
  const [model, name] = [await aMetricProfile({ name: `${aName()}/one: 50 %` }), aName()]
  const page = await open({ ...member, at: pathOf(model) })
  await title(page, `Change metric profile ${model}`).waitFor()
  const file = await downloaded(page, () => chooseCsv(page, 'Export'))
  expect(file.name).toBe(`${model.replaceAll(/[/:]/g, '_')}.csv`)
  expect(file.text).toBe(`${mark}service,metric\r\nARC-CE,generic.tcp.connect\r\nwebdav,generic.http.connect`)

  await page.goto(new URL('/ui/metricprofiles/add', page.url()).href)
  await page.getByLabel('Metric profile name').fill(name)
  await page.getByLabel('Group').selectOption('NORDIC')
  await importFile(page, { name: file.name, content: file.text })
  await put(page)
  await save(page)
  await agree(page, 'Add metric profile')
  await message(page, 'Metric profile successfully added').waitFor()
  expect((await storedProfile(name))?.services).toEqual(usualPairs)
})

test('with the keyboard: a file is looked at, put into the form, survives a reload, and is taken out again', async ({
  open,
}) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await title(page, `Change metric profile ${name}`).waitFor()
  // Listen before the click, so that the browser opens no file dialog.
  const chosen = page.waitForEvent('filechooser')
  await tabTo(page, page.getByRole('button', { name: 'CSV', exact: true }))
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await eventually(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await eventually(async () => {
    if (await hasFocus(page.getByRole('menuitem', { name: 'Import' }))) return true
    await page.keyboard.press('ArrowDown')
    return false
  }).toBe(true)
  await page.keyboard.press('Enter')
  const content = [
    'Service flavour;Metric;Owner',
    'webdav;generic.http.connect;',
    'SRM;generic.certificate.validity-srm;x',
    'SRM;no.such.metric;',
    ';generic.tcp.connect;',
    'SRM;generic.certificate.validity-srm;again',
  ].join('\r\n')
  await (await chosen).setFiles({ name: 'pairs.csv', mimeType: 'text/csv', buffer: Buffer.from(mark + content) })

  const question = page.getByRole('dialog', { name: 'Import CSV' })
  await question.getByText('1 pair added, 1 removed, 1 unchanged, 3 rows rejected').waitFor()
  await question.getByText('Ignored columns: Owner.').waitFor()
  await question
    .getByRole('row', { name: '4 Rejected Metric: Must be one of predefined metrics SRM no.such.metric' })
    .waitFor()
  await question.getByRole('row', { name: '5 Rejected Service flavour: Required generic.tcp.connect' }).waitFor()
  await question.getByRole('row', { name: /^6 Rejected Duplicated: it is in row 3 SRM / }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await eventually(() => hasFocus(question.getByRole('button', { name: 'Cancel import' }))).toBe(true)
  await tabTo(page, question.getByRole('button', { name: 'Apply to form' }))
  await page.keyboard.press('Enter')

  await message(page, 'Imported', 'pairs.csv: 1 pair added, 1 removed; 3 rows left out.').waitFor()
  await saveBar(page).getByText('2 changes').waitFor()
  expect(await storedProfile(name), 'nothing is saved').toMatchObject({ services: usualPairs })
  await page.getByRole('button', { name: 'Undo import' }).click()
  await saveBar(page).getByText('No changes').waitFor()

  await importFile(page, { name: 'pairs.csv', content })
  await put(page)
  await saveBar(page).getByText('2 changes').waitFor()
  await page.reload()
  await page.getByText('These are your unsaved changes').waitFor()
  await saveBar(page).getByText('2 changes').waitFor()
})

/** This number of pairs of service types and metrics that the tenant knows. */
async function allPairs(count: number): Promise<string[]> {
  const { services: known = [] } = (await storedProfile('NORDIC_MON')) ?? {}
  const [services, metrics] = [new Set(known.map(({ service }) => service)), new Set(known.map(({ metric }) => metric))]
  const pairs = [...services].flatMap((service) => [...metrics].map((metric) => `${service},${metric}`))
  const usual = new Set(usualPairs.map(({ service, metric }) => `${service},${metric}`))
  return pairs.filter((pair) => !usual.has(pair)).slice(0, count)
}

test('10,000 rows are read, shown and applied to the form while the page stays responsive', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await title(page, `Change metric profile ${name}`).waitFor()
  const rows = await allPairs(10_000)
  const question = await importFile(page, { name: 'large.csv', content: ['service,metric', ...rows].join('\n') })
  await question.getByText('10,000 pairs added, 2 removed, 0 unchanged, 0 rows rejected').waitFor()
  // A long list renders only its visible rows.
  expect(await question.getByRole('row').count()).toBeLessThan(100)
  await put(page)
  await saveBar(page).getByText('10,002 changes').waitFor()
  await page.getByLabel('Search metrics').fill('no such metric')
  await page.getByText('0 of 10,000 rows').waitFor()
})

const refused = [
  ['a workbook', Buffer.from('PK\u0003\u0004\u0014\0\u0006\0'), /^The file is not a text file/],
  ['a page of the web', '<!doctype html>\n<title>Pairs</title>\n', /^There is no column service and no column metric/],
] as const
test.for(oneOfEachKind(refused, () => 'refused'))(
  '%s is refused with a reason, and the form is unchanged',
  async ([, content, why], { open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    await title(page, `Change metric profile ${name}`).waitFor()
    const question = await importFile(page, { name: 'pairs.csv', content })
    await question.getByText(why).waitFor()
    expect(await question.getByRole('button', { name: 'Apply to form' }).isDisabled()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await saveBar(page).getByText('No changes').waitFor()
  },
)
