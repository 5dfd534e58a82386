import type { Page } from 'playwright-core'
import { aName } from './src/metric-profiles.ts'
import { ourDemonstration } from './src/our-demonstration.ts'
import { type Screen, testScreensOfKind } from './src/screens.ts'
import { sendRequest } from './src/send-request.ts'
import { agree, dialog } from './src/steps.ts'
import { aThresholdsProfile } from './src/thresholds-profiles.ts'

const admin = { tenant: 'nordic', as: 'admin' }
const list = '/ui/administration/differences'

/** Writes to the Web API without the console, like another program. */
async function callWebApi(method: 'GET' | 'POST' | 'PUT', id: string, body?: object) {
  const origin = `http://127.0.0.1:${ourDemonstration().webApiPort}`
  const headers = { 'x-api-key': 'demo-webapi-nordic' }
  const answer = await sendRequest(origin, `/api/v2/thresholds_profiles${id}`, { method, headers, body })
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

const rules = [{ metric: 'generic.tcp.connect', thresholds: 'time=1s;0:5;5:10' }]
const names = { changed: '', leftOver: '' }

/** One profile that differs, and one that only the Web API has. */
async function withDifferences(): Promise<string> {
  names.changed = await aThresholdsProfile()
  names.leftOver = aName()
  const { data } = (await callWebApi('GET', '')) as { data: { id: string; name: string }[] }
  const id = data.find(({ name }) => name === names.changed)?.id
  await callWebApi('PUT', `/${id}`, { name: names.changed, rules })
  await callWebApi('POST', '', { name: names.leftOver, rules })
  return list
}

async function shown(page: Page) {
  await page.getByRole('button', { name: `Show contents of ${names.changed}` }).click()
  await page.getByText('From the content of the console').waitFor()
}

async function asked(page: Page) {
  await page.getByRole('button', { name: `Take over from the Web API: ${names.changed}` }).click()
  await dialog(page, 'Take over from the Web API').waitFor()
}

/** Leaves no difference behind. */
async function without(page: Page) {
  await page.getByRole('button', { name: `Send to the Web API: ${names.changed}` }).click()
  await agree(page, 'Send to the Web API')
  await page.getByRole('button', { name: `Delete from the Web API: ${names.leftOver}` }).click()
  await agree(page, 'Delete from the Web API')
  await page.getByText(/^No differences: .* thresholds profiles/).waitFor()
}

const screens: readonly (readonly [string, Screen])[] = [
  ['differences', { ...admin, at: withDifferences, until: shown }],
  ['a difference that is taken over', { ...admin, at: list, until: asked }],
  ['no differences', { ...admin, at: list, until: without }],
]

testScreensOfKind(screens)
