import { csrf } from '@quatrain/contract/accounts/session.ts'
import { revealApiKey } from '@quatrain/contract/resources/api-key.ts'
import type { TestDatabase } from '@quatrain/platform/testing/databases.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { takePictures } from './pictures.ts'
import { sendRequest } from './send-request.ts'
import { dialog } from './steps.ts'
import { eventually, expectProblem } from './visits.ts'

interface Tables {
  readonly sessions: { readonly verified_at: Date }
}

const owner = { settings: [['search_path', 'console']] } as const

/** Makes all logins of a console more than ten minutes old. Resolves when the console of the page knows. */
export async function ageLogins(database: TestDatabase, page: Page): Promise<void> {
  const verified_at = new Date(Date.now() - 11 * 60_000)
  await database.within<Tables>(owner).updateTable('sessions').set({ verified_at }).execute()
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const token = decodeURIComponent(cookies.find(({ name }) => name === csrf.cookie)?.value ?? '')
  const headers = { cookie, [csrf.header]: token }
  const { method, path } = revealApiKey
  const unknown = path.replace(':key', 'UNKNOWN')
  await eventually(async () => (await sendRequest(page.url(), unknown, { method, headers })).status).toBe(403)
}

/** The question for the login, after a wrong password. */
export async function loginQuestion(page: Page, password: string, picture: string) {
  expectProblem(page, / 403$/)
  expectProblem(page, /POST \/api\/v2\/internal\/reauthenticate 400/)
  const question = dialog(page, 'Confirm that it is you')
  await question.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await question.getByText('Wrong password').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePictures(page, picture)
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  return question
}
