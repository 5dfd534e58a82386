import type { Page } from 'playwright-core'
import { linked, type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'

const admin = { tenant: 'nordic', as: 'admin' }
const list = '/ui/operationsprofiles'

const calculator = (page: Page) => page.getByRole('region', { name: 'Calculator' })

async function calculated(page: Page) {
  for (const state of ['OK', 'DOWNTIME', 'WARNING', 'CRITICAL', 'OK']) {
    await calculator(page).getByRole('button', { name: state, exact: true }).click()
  }
  await calculator(page).getByText('decides').waitFor()
}

const matrix = (page: Page) => page.getByRole('table', { name: 'Results of AND' }).scrollIntoViewIfNeeded()

/** The page as it is while the Web API fails. */
async function withoutWebApi(page: Page) {
  const address = '/api/v2/webapi/operations_profiles'
  const read = await page.evaluate(async (address) => (await fetch(address)).json(), address)
  const stale = { seenAt: '2026-11-22T09:00:00.000Z', reason: 'The Web API did not answer within 10 seconds.' }
  await page.route(`**${address}`, (route) => route.fulfill({ json: { ...read, stale } }))
  await page.reload()
  await saying(/when they were last loaded/)(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  ['operations profiles', { ...admin, at: list, until: linked('nordic_ops_lenient') }],
  [
    'operations profiles, public',
    { tenant: 'nordic', at: '/ui/public_operationsprofiles', until: linked('nordic_ops_lenient') },
  ],
  ['an operations profile', { ...admin, at: `${list}/nordic_ops_lenient`, until: calculated }],
  [
    'an operations profile, public',
    { tenant: 'nordic', at: '/ui/public_operationsprofiles/nordic_ops', until: matrix },
  ],
  ['an operations profile, last seen', { ...admin, at: `${list}/nordic_ops`, until: withoutWebApi }],
  ['an unknown operations profile', { ...admin, at: `${list}/none`, until: titled('Not found') }],
]

testScreensOfKind(screens)
