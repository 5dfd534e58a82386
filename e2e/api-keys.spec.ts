import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { expect } from 'vitest'
import { sendRequest } from './src/send-request.ts'
import { agree, dialog, message, save, title } from './src/steps.ts'
import { originOf, test } from './src/visits.ts'

const list = '/ui/administration/apikey'

/** How the machine API answers a box with this token. */
const statusFor = async (token: string) =>
  (await sendRequest(originOf('nordic'), '/api/v2/default_ports', { headers: { [apiKeyHeader]: token } })).status

test('an administrator adds a key, a box uses it, its last use is shown, and after it is revoked the box is refused', async ({
  open,
}) => {
  const page = await open({ tenant: 'nordic', as: 'admin', at: `${list}/add` })
  const name = `box-${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await save(page)
  await agree(page, 'Add API key')
  const tokenDialog = dialog(page, `Token of ${name}`)
  const token = (await tokenDialog.locator('code').textContent()) ?? ''
  expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
  await tokenDialog.getByRole('button', { name: 'Done' }).click()
  await title(page, 'Select API key to change').waitFor()
  expect(await page.getByText(token).count()).toBe(0)
  expect(await statusFor(token)).toBe(200)

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByText('127.0.0.1').waitFor()
  expect(await page.getByText(token).count()).toBe(0)
  await page.getByRole('button', { name: 'Reveal token' }).click()
  await page.getByText(token, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  const question = dialog(page, 'Revoke API key')
  await question.getByLabel(`Type ${name} to revoke it`).fill(name)
  await question.getByRole('button', { name: 'Revoke API key' }).click()
  await message(page, 'API key successfully changed').waitFor()
  expect(await statusFor(token)).toBe(403)

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('row', { name: /Changed revoked/ }).waitFor()
})
