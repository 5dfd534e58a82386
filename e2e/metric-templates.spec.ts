import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { aMetricTemplate, aTemplateName, storedTemplate, templatePath } from './src/metric-templates.ts'
import { agree, comeTo, dialog, hasFocus, message, save, tabTo, title } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, test } from './src/visits.ts'

const list = '/ui/metrictemplates'
const visit = { as: 'admin', at: list } as const

const names = (page: Page) =>
  page.getByRole('table', { name: 'metric templates' }).locator('tbody td:nth-child(2) a').allInnerTexts()

async function fill(page: Page, label: string, text: string): Promise<void> {
  await comeTo(page.getByLabel(label, { exact: true }))
  await page.getByLabel(label, { exact: true }).fill(text)
}

onlyInFullRun('a template is added, changed, compared, restored and deleted', async ({ open }) => {
  const name = aTemplateName()
  const page = await open(visit)
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await title(page, 'Add metric template').waitFor()
  await fill(page, 'Name', name)
  await fill(page, 'Probe', 'ams-probe')
  await page.getByRole('option', { name: /^ams-probe \(0\.1\.0\)/ }).click()
  await fill(page, 'Probe executable', 'ams-probe')
  const config = { maxCheckAttempts: '3', timeout: '60', path: '/usr/libexec', interval: '5', retryInterval: '3' }
  for (const [key, value] of Object.entries(config)) await fill(page, `Config: ${key}`, value)
  await fill(page, 'Parameter: key 1', '-w')
  await fill(page, 'Parameter: value 1', '5')
  await page.getByRole('combobox', { name: 'Tags (optional)' }).fill('e2e,')
  expect(await accessibilityProblems(page)).toEqual([])
  await save(page)
  expect(await accessibilityProblems(page)).toEqual([])
  await agree(page, 'Add metric template')
  await message(page, 'Metric template successfully added').waitFor()

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByText('Saving updates the current version on ams-probe (0.1.0).').waitFor()
  await fill(page, 'Probe', 'ams-probe (0.1.2)')
  await page.getByText('Saving adds a new version on ams-probe (0.1.2).').waitFor()
  await fill(page, 'Config: timeout', '90')
  await page.getByRole('button', { name: 'Parameter: Insert below -w' }).click()
  await page.keyboard.type('-c')
  await page.keyboard.press('Enter')
  await page.keyboard.type('10')
  await save(page)
  await dialog(page, 'Change metric template').getByText('≠ changed').waitFor()
  await agree(page, 'Change metric template')
  await message(page, 'Metric template successfully changed').waitFor()
  expect(await storedTemplate(name)).toMatchObject({
    probeversion: 'ams-probe (0.1.2)',
    tags: ['e2e'],
    parameter: [
      { key: '-w', value: '5' },
      { key: '-c', value: '10' },
    ],
  })

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  const compared = page.getByRole('region', { name: 'config' })
  await compared.getByRole('row', { name: '≠ changed timeout 60 → 90' }).waitFor()
  expect(await page.getByRole('region', { name: 'parameter' }).getByRole('row').count()).toBe(2)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Version 0.1.0' }).click()
  await page.getByRole('link', { name: 'Restore' }).click()
  await page.getByText('Saving restores the earlier version on ams-probe (0.1.0)').waitFor()
  await save(page)
  await agree(page, 'Change metric template')
  await message(page, 'Metric template successfully changed').waitFor()
  expect((await storedTemplate(name))?.probeversion).toBe('ams-probe (0.1.0)')

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, 'Delete metric template')
  await message(page, 'Metric template successfully deleted').waitFor()
  expect(await storedTemplate(name)).toBeUndefined()
})

test('several templates are selected and deleted with the keyboard', async ({ open }) => {
  const prefix = aTemplateName()
  for (const part of ['a', 'b', 'c']) await aMetricTemplate({ name: `${prefix}.${part}` })
  const page = await open(visit)
  await page.getByRole('link', { name: 'argo.AMS-Check' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(prefix)
  await eventually(() => names(page)).toHaveLength(3)
  await tabTo(page, page.getByRole('checkbox', { name: `Select ${prefix}.a` }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('checkbox', { name: `Select ${prefix}.c` }))
  await page.keyboard.press('Shift+Space')
  const bar = page.getByRole('toolbar', { name: 'Selected metric templates' })
  await page.getByText('3 metric templates selected').waitFor()
  await page.getByRole('checkbox', { name: `Select ${prefix}.b` }).press('Space')
  await bar.getByRole('button', { name: 'Delete 2 metric templates' }).press('Enter')
  const question = dialog(page, 'Delete metric templates')
  await question.getByText('No other object is affected').waitFor()
  expect(await hasFocus(question.getByRole('button', { name: 'Keep them' }))).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await eventually(() => names(page)).toEqual([`${prefix}.b`])
  await bar.waitFor({ state: 'detached' })
})

onlyInFullRun('no template is deleted if one of them no longer exists', async ({ open }) => {
  const [kept, deleted] = [await aMetricTemplate(), await aMetricTemplate()]
  const page = await open({ ...visit, at: `${list}?name=z.e2e` })
  await page.getByRole('checkbox', { name: `Select ${kept}` }).check()
  await page.getByRole('checkbox', { name: `Select ${deleted}` }).check()
  const colleague = await open({ ...visit, at: templatePath(deleted) })
  await colleague.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(colleague, 'Delete metric template')
  await message(colleague, 'Metric template successfully deleted').waitFor()
  expectProblem(page, /deletetemplates.* 404$/)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await message(page, `Metric template ${deleted} not found.`).waitFor()
  await page.getByText('1 metric template selected').waitFor()
  expect(await storedTemplate(kept)).toBeDefined()
})

onlyInFullRun(
  "the confirmation names the tenants' metrics and profiles that are removed with the templates",
  async ({ open }) => {
    const page = await open({ ...visit, at: `${list}?name=ch.cern.LFC-Ping` })
    await page.getByRole('checkbox', { name: 'Select ch.cern.LFC-Ping' }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = dialog(page, 'Delete metric template')
    await question.getByText(/1 metric will be deleted in NORDIC/).waitFor()
    const link = question.getByRole('link', { name: /NORDIC_LEGACY/ })
    expect(await link.getAttribute('href')).toMatch(/nordic\.localhost(:\d+)?\/ui\/metricprofiles\/NORDIC_LEGACY$/)
    await question.getByRole('button', { name: 'Keep it' }).click()
    expect(await storedTemplate('ch.cern.LFC-Ping')).toBeDefined()
  },
)

onlyInFullRun('a tenant reads templates, both from its administration pages and from a probe', async ({ open }) => {
  const page = await open({ tenant: 'nordic', as: 'admin', at: '/ui/administration/metrictemplates' })
  await page.getByLabel('Filter by os').selectOption('Rocky 9')
  await page.getByRole('link', { name: 'argo.AMS-Check' }).click()
  await title(page, 'Metric template details argo.AMS-Check').waitFor()
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('region', { name: 'probe version' }).waitFor()
  const member = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/probes/ams-probe/argo.AMS-Check' })
  await title(member, 'Metric template details argo.AMS-Check').waitFor()
  expect(await member.getByRole('main').getByText('History').count()).toBe(0)
})
