import type { Page } from 'playwright-core'
import { aggregationList, aggregationPath, anAggregationProfile } from './src/aggregation-profiles.ts'
import { type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { dialog, save } from './src/steps.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' }
const reader = { tenant: 'nordic', as: 'tuva.brekken' }

const made = async () => aggregationPath(await anAggregationProfile())
const outOfSync = saying(/^Some Service Flavours used in Aggregation profile/)

async function withProblems(page: Page) {
  await save(page)
  await page.getByText('Required', { exact: true }).first().waitFor()
  await page.getByLabel('Group name 1', { exact: true }).fill('compute')
  await page.keyboard.press('Tab')
  await page.getByText('A group must have at least one service').waitFor()
}

async function groups(page: Page) {
  await outOfSync(page)
  await page.getByRole('button', { name: 'Group 1: Insert below ARC-CE' }).click()
  await page.getByRole('button', { name: 'Add new group' }).scrollIntoViewIfNeeded()
}

async function importing(page: Page) {
  await outOfSync(page)
  const content = { metric_operation: 'OR', groups: [{ name: 'compute', operation: 'AND', services: [] }], name: 'x' }
  const buffer = Buffer.from(JSON.stringify(content))
  await page.getByLabel('JSON file').setInputFiles({ name: 'new.json', mimeType: 'application/json', buffer })
  await dialog(page, 'Import JSON').getByText('Ignored: name.').waitFor()
}

async function malformed(page: Page) {
  await outOfSync(page)
  const buffer = Buffer.from('{\n  "groups": [,]\n}')
  await page.getByLabel('JSON file').setInputFiles({ name: 'new.json', mimeType: 'application/json', buffer })
  await dialog(page, 'Import JSON')
    .getByText(/Line 2, column 14/)
    .waitFor()
}

const screens: readonly (readonly [string, Screen])[] = [
  ['aggregation-profiles', { ...member, at: aggregationList, until: titled(/^Select aggregation profile/) }],
  ['aggregation-profile-add-with-problems', { ...member, at: `${aggregationList}/add`, until: withProblems }],
  ['aggregation-profile', { ...member, at: made, until: outOfSync }],
  ['aggregation-profile-groups', { ...member, at: made, until: groups }],
  ['aggregation-profile-importing', { ...member, at: made, until: importing }],
  ['aggregation-profile-malformed-file', { ...member, at: made, until: malformed }],
  ['aggregation-profile-read-only', { ...reader, at: made, until: outOfSync }],
  [
    'aggregation-profile-version',
    { ...member, at: async () => `${await made()}/history/1`, until: titled(/^Aggregation profile version/) },
  ],
  [
    'public-aggregation-profile',
    {
      tenant: 'nordic',
      at: async () => (await made()).replace('/ui/', '/ui/public_'),
      until: titled(/^Aggregation profile details/),
    },
  ],
]

testScreensOfKind(screens)
