import { createHmac } from 'node:crypto'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { blankUser, users } from '@quatrain/contract/resources/user.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { aDevice } from './src/passkey-device.ts'
import { takePictures } from './src/pictures.ts'
import { sendRequest } from './src/send-request.ts'
import { password, startSession } from './src/session.ts'
import { agree, dialog, logIn, message } from './src/steps.ts'
import { expectProblem, originOf, test } from './src/visits.ts'

/** The code of RFC 6238 for a secret in base 32, this many steps from now. */
function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((digit) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function aUser(more: object = {}, tenant = 'nordic'): Promise<string> {
  const { headers } = await startSession(originOf(tenant), 'admin')
  const username = `factor-${Math.random().toString(36).slice(2, 10)}`
  const body = { ...blankUser, username, email: 'somebody@example.org', password, ...more }
  const { status } = await sendRequest(originOf(tenant), resourceEndpoints(users).add.path, {
    method: 'POST',
    headers,
    body,
  })
  expect(status).toBe(201)
  return username
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await agree(page, 'Log out')
  await page.getByRole('heading', { name: 'Log in to' }).waitFor()
}

test('a user adds a passkey, logs in with it, and removes it', async ({ open }) => {
  const username = await aUser({ is_superuser: true })
  const page = await open({ tenant: 'nordic', at: '/ui/profile' })
  const device = await aDevice(page)
  await logIn(page, username)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = dialog(page, 'Add a passkey')
  await adding.getByLabel('Name').fill('Laptop')
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, 'passkey-add')
  await page.keyboard.press('Enter')
  await dialog(page, 'Recovery codes').getByRole('button', { name: 'I have stored them' }).click()
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, 'passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await adding.getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await adding.getByText('Already exists').waitFor()
  await adding.getByLabel('Name').fill('Laptop again')
  await page.keyboard.press('Enter')
  await adding.getByText('This device has a passkey of yours already.').waitFor()
  await adding.getByRole('button', { name: 'Cancel' }).click()

  await logOut(page)
  await logIn(page, username)
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await use.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, 'login-with-passkey')
  await device.verifiesUser(false)
  await use.click()
  await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
  await device.verifiesUser(true)
  await use.click()
  await page.getByRole('button', { name: 'Log out' }).waitFor()

  await page.goto(`${originOf('nordic')}/ui/profile`)
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await agree(page, 'Remove passkey')
  await message(page, 'Passkey removed').waitFor()
  await logOut(page)
  await logIn(page, username)
  await page.getByRole('button', { name: 'Log out' }).waitFor()
})

test('a user sets up an authenticator app, logs in with its code and with a recovery code, and removes it', async ({
  open,
}) => {
  const username = await aUser()
  const page = await open({ tenant: 'nordic', at: '/ui/profile' })
  await logIn(page, username)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const setUp = dialog(page, 'Set up an authenticator app')
  const grouped = await setUp.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  const secret = grouped?.replaceAll(' ', '') ?? ''
  expect(await accessibilityProblems(page)).toEqual([])
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const shown = dialog(page, 'Recovery codes')
  await shown.getByRole('listitem').first().waitFor()
  const codes = await shown.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  expect(await accessibilityProblems(page)).toEqual([])
  await shown.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByText('You have 10 recovery codes left').waitFor()

  await logOut(page)
  await logIn(page, username)
  expectProblem(page, /POST \/dj-rest-auth\/login 400/)
  await page.getByLabel('Code').waitFor()
  await takePictures(page, 'login-with-code')
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Wrong code' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Code').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log out' }).waitFor()

  await logOut(page)
  await logIn(page, username)
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await page.goto(`${originOf('nordic')}/ui/profile`)
  await page.getByText('You have 9 recovery codes left').waitFor()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await agree(page, 'Remove authenticator app')
  await message(page, 'Authenticator app removed').waitFor()
  await logOut(page)
  await logIn(page, username)
  await page.getByRole('button', { name: 'Log out' }).waitFor()
})

// No other spec logs in to this tenant as a superuser.
test('a superuser requires a second factor, and a user sets one up at the next login', async ({ open }) => {
  const username = await aUser({ is_superuser: true }, 'federation')
  const admin = await open({ tenant: 'federation', as: 'admin', at: '/ui/administration/secondfactor' })
  const change = async (choice: RegExp) => {
    await admin.getByRole('radio', { name: choice }).check()
    await admin.getByRole('button', { name: 'Save' }).click()
    await agree(admin, 'Change second factor')
    await message(admin, 'Second factor successfully changed').first().waitFor()
  }
  await admin.getByRole('radio', { name: /^Nobody/ }).waitFor()
  expect(await accessibilityProblems(admin)).toEqual([])
  await takePictures(admin, 'second-factor-rule')
  await change(/^Superusers/)

  const page = await open({ tenant: 'federation', at: '/ui/metricprofiles' })
  await aDevice(page)
  await logIn(page, username)
  await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, 'second-factor-set-up')
  await page.reload()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog(page, 'Add a passkey').getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await dialog(page, 'Recovery codes').getByRole('button', { name: 'I have stored them' }).click()
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await change(/^Nobody/)
})
