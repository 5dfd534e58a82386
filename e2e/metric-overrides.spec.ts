import { expect } from 'vitest'
import { downloaded } from './src/files.ts'
import { anOverride, anOverrideName, cellName, overrideList, storedOverride } from './src/metric-overrides.ts'
import { agree, dialog, message, save, title } from './src/steps.ts'
import { onlyInFullRun, test } from './src/visits.ts'

const admin = { tenant: 'nordic', as: 'admin' } as const
const host = 'z-e2e.example.org'

test('an override is added with the keyboard, renamed, and restored', async ({ open }) => {
  const name = anOverrideName()
  const page = await open({ ...admin, at: overrideList })
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(cellName('Host attributes', 'hostname'), { exact: true }).fill(host)
  await page.keyboard.press('Enter')
  await page.keyboard.type('SSH_PORT')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2022 and more')
  await page.keyboard.press('Enter')
  await page.keyboard.type(host)
  await page.keyboard.press('Control+s')
  await page.getByText(/^Attribute can contain alphanumeric/).waitFor()
  await page.getByRole('button', { name: `Remove host attribute 2: ${host}` }).click()
  await save(page)
  await agree(page, 'Add metric configuration override')
  await message(page, 'Metric configuration override successfully added').waitFor()
  expect(await storedOverride(name)).toMatchObject({
    host_attributes: [{ hostname: host, attribute: 'SSH_PORT', value: '2022 and more' }],
    global_attributes: [],
  })

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill(`${name}-b`)
  await save(page)
  await agree(page, 'Change metric configuration override')
  await page.getByRole('button', { name: `Undo: Changed ${name}-b`, exact: true }).click()
  await message(page, `Metric configuration override ${name}-b is as it was before`).waitFor()
  expect(await storedOverride(name)).toMatchObject({ name })
})

onlyInFullRun('the file of one override is imported into another after a preview', async ({ open }) => {
  const rows = [{ hostname: host, metric: 'generic.ssh.connect', parameter: '-p', value: '22 x' }]
  const [from, to] = [await anOverride({ metric_parameters: rows }), await anOverride()]
  const page = await open({ ...admin, at: `${overrideList}/${from}` })
  const file = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
  })
  expect(file.name).toBe(`${from}.json`)
  expect(JSON.parse(file.text)).toEqual({ global_attributes: [], host_attributes: [], metric_parameters: rows })

  await page.goto(new URL(`${overrideList}/${to}`, page.url()).href)
  await title(page, `Change metric configuration override ${to}`).waitFor()
  const buffer = Buffer.from(file.text)
  await page.getByLabel('JSON file').setInputFiles({ name: file.name, mimeType: 'application/json', buffer })
  await dialog(page, 'Import JSON').getByText('22 x').waitFor()
  await page.getByRole('button', { name: 'Apply to form' }).click()
  await save(page)
  await agree(page, 'Change metric configuration override')
  await message(page, 'Metric configuration override successfully changed').waitFor()
  expect(await storedOverride(to)).toMatchObject({ metric_parameters: rows })
})

test('a metric shows the effective check for a host, and the override that sets a value', async ({ open }) => {
  const name = await anOverride({
    host_attributes: [{ hostname: host, attribute: 'SSH_PORT', value: '2202' }],
    metric_parameters: [{ hostname: host, metric: 'generic.ssh.connect', parameter: '-4', value: 'x' }],
  })
  const page = await open({ ...admin, at: '/ui/metrics/generic.ssh.connect' })
  await page.getByRole('link', { name: 'Effective check' }).click()
  const command = page.getByRole('region', { name: 'Command' })
  await command.waitFor()
  expect(await command.textContent()).not.toContain('-4 x')
  await page.getByLabel('Host', { exact: true }).fill(host)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show' }).click()
  await command.getByText('-4 x').waitFor()
  expect(await command.textContent()).toContain(`-H ${host}`)
  await page.getByRole('row', { name: /^-4 / }).getByRole('link', { name, exact: true }).click()
  await title(page, `Change metric configuration override ${name}`).waitFor()
})
