import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { overflow } from './src/layout.ts'
import { aName } from './src/metric-profiles.ts'
import { eventually, test } from './src/visits.ts'

test('a superuser shares a view of a list with the keyboard, and a member opens it on a phone', async ({ open }) => {
  const name = aName()
  const page = await open({ tenant: 'nordic', as: 'admin', at: '/ui/metrics?mtype=Passive' })
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Probe version' }).press('Space')
  await page.getByRole('button', { name: 'Move Group up' }).press('Enter')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await page.getByRole('checkbox', { name: 'For all users of this tenant' }).press('Space')
  await page.getByRole('textbox', { name: 'Save the list as it is now' }).fill(name)
  await page.keyboard.press('Enter')
  await page.getByText(`Saved ${name}.`).waitFor()
  const { search } = new URL(page.url())
  expect(search).toContain('columns=')

  const phone = { viewport: { width: 390, height: 844 } }
  const member = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metrics', browser: phone })
  await member.getByRole('button', { name: 'Views' }).click()
  await member.getByRole('button', { name, exact: true }).click()
  await eventually(() => new URL(member.url()).search).toBe(search)
  expect(await overflow(member)).toBe(0)
  await member.getByRole('button', { name: `Options of ${name}` }).click()
  expect(await member.getByRole('button', { name: 'Delete view' }).isVisible()).toBe(false)

  await page.getByRole('button', { name: `Options of ${name}` }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await page.getByText(`Deleted ${name}.`).waitFor()
})

test('several reports are disabled after one preview, and enabled again by one undo', async ({ open }) => {
  const page = await open({ tenant: 'nordic', as: 'admin', at: '/ui/reports' })
  for (const name of ['Critical', 'Operators']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable 2 reports' })
  await dialog.getByRole('group', { name: 'Operators' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Disable 2 reports' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Critical' }).first()
  await row.getByText('Disabled').waitFor()
  await page.getByRole('button', { name: 'Undo: Made' }).click()
  await row.getByText('Disabled').waitFor({ state: 'detached' })
})
