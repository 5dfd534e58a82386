import { createHmac } from 'node:crypto'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { blankUser, users } from '@quatrain/contract/resources/user.ts'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
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

async function aUser(): Promise<string> {
  const { headers } = await startSession(originOf('nordic'), 'admin')
  const username = `factor-${Math.random().toString(36).slice(2, 10)}`
  const body = { ...blankUser, username, email: 'somebody@example.org', password }
  const { status } = await sendRequest(originOf('nordic'), resourceEndpoints(users).add.path, {
    method: 'POST',
    headers,
    body,
  })
  expect(status).toBe(201)
  return username
}

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

  const logOut = async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await agree(page, 'Log out')
    await page.getByRole('heading', { name: 'Log in to' }).waitFor()
  }
  await logOut()
  await logIn(page, username)
  expectProblem(page, /POST \/dj-rest-auth\/login 400/)
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Wrong code' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Code').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log out' }).waitFor()

  await logOut()
  await logIn(page, username)
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  await page.goto(`${originOf('nordic')}/ui/profile`)
  await page.getByText('You have 9 recovery codes left').waitFor()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await agree(page, 'Remove authenticator app')
  await message(page, 'Authenticator app removed').waitFor()
  await logOut()
  await logIn(page, username)
  await page.getByRole('button', { name: 'Log out' }).waitFor()
})
