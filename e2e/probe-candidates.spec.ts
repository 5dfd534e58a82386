import { expect } from 'vitest'
import { aProbeCandidate, watchedStatus } from './src/probe-candidates.ts'
import { agree, dialog, message, save, tabTo, title } from './src/steps.ts'
import { onlyInFullRun, test } from './src/visits.ts'

const nordic = { tenant: 'nordic', as: 'admin' }
const list = '/ui/administration/probecandidates'

test('a machine submits a probe, a user tests it, and the machine reads its status', async ({ open }) => {
  const name = await aProbeCandidate()
  expect(await watchedStatus(name)).toBe('submitted')
  const page = await open({ ...nordic, at: '/ui/administration' })
  await page.getByRole('link', { name: 'Probe candidates' }).click()
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await title(page, `Change probe candidate ${name}`).waitFor()

  await page.getByLabel('Status').selectOption('testing')
  await save(page)
  await page.getByText('Service type is required').waitFor()
  await page.getByLabel('Service type').fill('egi.notebooks')
  await page.keyboard.press('Escape')
  await page.getByLabel('Devel UI URL').fill('https://devel.example.org/e2e')
  await save(page)
  await dialog(page, 'Change probe candidate').getByText('no mail server is set').waitFor()
  await agree(page, 'Change probe candidate')
  const warning = page.getByRole('dialog', { name: 'Warning' })
  await warning.getByText(/^Probe candidate has been successfully modified, but the email was not sent: /).waitFor()
  await warning.getByRole('button', { name: 'Go on' }).click()
  expect(await watchedStatus(name)).toBe('testing')

  await page.getByRole('button', { name: /^Undo: Changed/ }).click()
  await message(page, 'Undone', `Probe candidate ${name} is as it was before`).waitFor()
  expect(await watchedStatus(name)).toBe('submitted')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('row', { name: /Restored version 1\./ }).waitFor()
})

onlyInFullRun('a candidate is rejected and deleted with the keyboard alone', async ({ open }) => {
  const name = await aProbeCandidate()
  const page = await open({ ...nordic, at: `${list}?name=${name}` })
  const link = page.getByRole('link', { name, exact: true })
  await link.waitFor()
  await tabTo(page, link, 60)
  await page.keyboard.press('Enter')
  await title(page, `Change probe candidate ${name}`).waitFor()
  await tabTo(page, page.getByLabel('Status'), 60)
  await page.keyboard.type('rejected')
  await tabTo(page, page.getByLabel('Reason for rejection'))
  await page.keyboard.type('It is no probe.')
  await tabTo(page, page.getByLabel('Service type'))
  await page.keyboard.type('egi.notebooks')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+S')
  await agree(page, 'Change probe candidate')
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Go on' }).press('Enter')
  expect(await watchedStatus(name)).toBe('rejected')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, 'Delete probe candidate')
  await message(page, 'Deleted', 'Probe candidate successfully deleted').waitFor()
  expect(await watchedStatus(name)).toBeUndefined()
})
