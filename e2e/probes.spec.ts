import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { agree, dialog, message, save, title } from './src/steps.ts'
import { onlyInFullRun, test } from './src/visits.ts'

const root = { as: 'admin' }

async function choosePackage(page: Page, label: string) {
  await page.getByRole('combobox', { name: 'Package' }).fill(label)
  await page.getByRole('option', { name: label, exact: true }).click()
}

onlyInFullRun(
  'a probe is added, gets a version, is compared with an earlier version, and is deleted',
  async ({ open }) => {
    const page = await open({ ...root, at: '/ui/probes' })
    await page.getByRole('link', { name: 'Add' }).click()
    await title(page, 'Add probe').waitFor()
    await page.getByLabel('Name').fill('e2e-probe')
    await choosePackage(page, 'argo-probe-ams (0.1.0)')
    await page.getByLabel('Repository').fill('https://git.example.org/e2e-probe')
    await page.getByLabel('Documentation').fill('https://docs.example.org/e2e-probe')
    await page.getByLabel('Description').fill('Walks through the console.')
    await page.getByLabel('Comment').fill('First.')
    await save(page)
    await agree(page, 'Add probe')
    await message(page, 'Added', 'Probe successfully added').waitFor()

    await page.getByRole('link', { name: 'e2e-probe', exact: true }).click()
    await title(page, 'Change probe e2e-probe').waitFor()
    await page.getByText('Saving updates version 0.1.0.').waitFor()
    expect(await page.getByLabel('Update metric templates').isDisabled()).toBe(true)
    await choosePackage(page, 'argo-probe-ams (0.1.2)')
    await page.getByText('Saving adds version 0.1.2. Version 0.1.0 does not change.').waitFor()
    await page.getByLabel('Comment').fill('Second.')
    await save(page)
    await dialog(page, 'Change probe').getByRole('textbox', { name: 'Remark' }).fill('As agreed.')
    await agree(page, 'Change probe')
    await message(page, 'Changed', 'Probe successfully changed').waitFor()

    await page.getByRole('link', { name: '2 versions of e2e-probe' }).click()
    await page.getByText('As agreed.').waitFor()
    await page.getByRole('button', { name: 'Compare' }).click()
    await title(page, 'Compare e2e-probe versions').waitFor()
    expect(new URL(page.url()).pathname).toBe('/ui/probes/e2e-probe/history/compare/0.1.2/0.1.0')
    expect(await page.getByRole('region', { name: 'version' }).textContent()).toContain('0.1.2')

    await page.getByRole('link', { name: 'Version 0.1.0' }).click()
    await page.getByRole('link', { name: 'Restore' }).click()
    await page.getByText('Saving restores version 0.1.0 and updates it. Version 0.1.2 does not change.').waitFor()
    await save(page)
    await agree(page, 'Change probe')
    await message(page, 'Changed', 'Probe successfully changed').waitFor()

    await page.getByRole('link', { name: 'e2e-probe', exact: true }).click()
    await page.getByText('Saving updates version 0.1.0.').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await agree(page, 'Delete probe')
    await message(page, 'Deleted', 'Probe successfully deleted').waitFor()
    expect(await page.getByRole('link', { name: 'e2e-probe', exact: true }).count()).toBe(0)
  },
)

test('undoing a save leaves the probe at its version', async ({ open }) => {
  const page = await open({ ...root, at: '/ui/probes/archiver-probe' })
  const before = await page.getByRole('combobox', { name: 'Package' }).inputValue()
  await choosePackage(page, 'argo-probe-archiver (0.1.0)')
  await save(page)
  await agree(page, 'Change probe')
  await page.getByRole('button', { name: /^Undo: Changed/ }).click()
  await message(page, 'Undone', 'Probe archiver-probe is as it was before').waitFor()
  await page.getByRole('link', { name: 'archiver-probe', exact: true }).click()
  await title(page, 'Change probe archiver-probe').waitFor()
  expect(await page.getByRole('combobox', { name: 'Package' }).inputValue()).toBe(before)
})
