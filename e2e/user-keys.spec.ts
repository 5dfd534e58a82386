import { ownKeys } from '@quatrain/contract/accounts/user-keys.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { expect } from 'vitest'
import { sendRequest } from './src/send-request.ts'
import { agree, dialog, message } from './src/steps.ts'
import { originOf, test } from './src/visits.ts'

const profiles = resourceEndpoints(metricProfiles)

/** How the internal API answers a script with this token, which sends no cookies. */
const statusFor = async (token: string, path: string = profiles.list.path) =>
  (await sendRequest(originOf('nordic'), path, { headers: { [apiKeyHeader]: token } })).status

test('a user adds a key, a script uses it, its token is replaced, and after it is revoked the script is refused', async ({
  open,
}) => {
  const page = await open({ tenant: 'nordic', as: 'admin', at: '/ui/profile' })
  const name = `script-${Date.now()}`
  await page.getByRole('button', { name: 'Add key' }).click()
  const form = dialog(page, 'Add key')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Add key' }).click()
  const shown = dialog(page, `Token of ${name}`)
  const token = (await shown.getByText(/^quk_/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  expect(await page.getByText(token).count()).toBe(0)
  expect([await statusFor(token), await statusFor(token, ownKeys.path)]).toEqual([200, 403])

  await page.getByRole('button', { name: `Replace token of ${name}` }).click()
  const choice = dialog(page, `Replace token of ${name}`)
  await choice.getByRole('button', { name: 'Replace token' }).click()
  const next = (await shown.getByText(/^quk_/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText('the previous token is accepted until')
    .waitFor()
  expect([await statusFor(token), await statusFor(next)]).toEqual([200, 200])

  await page.goto(`${originOf('nordic')}/ui/administration/apikey`)
  await page.getByRole('button', { name: `Revoke ${name} of admin` }).click()
  await agree(page, 'Revoke key')
  await message(page, `Key ${name} of admin revoked`).waitFor()
  expect([await statusFor(token), await statusFor(next)]).toEqual([401, 401])
})
