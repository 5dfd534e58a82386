import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cutValues, frames } from './src/layout.ts'
import { type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { save } from './src/steps.ts'
import { aThresholdsProfile, thresholdsList, thresholdsPath } from './src/thresholds-profiles.ts'

const member = { tenant: 'nordic', as: 'jorn.havsand' }
const reader = { tenant: 'nordic', as: 'tuva.brekken' }

const made = async () => thresholdsPath(await aThresholdsProfile())

/** The list, with a profile whose rule is for a metric that does not exist. */
const listed = async () => {
  await aThresholdsProfile()
  return thresholdsList
}

const withMark = (page: Page) =>
  page.getByRole('img', { name: 'Refers to what does not exist: metric no.such.metric' }).first().waitFor()

const marked = (text: string) => (page: Page) => page.getByText(text, { exact: true }).first().waitFor()

async function withProblems(page: Page) {
  await save(page)
  await marked('Required')(page)
  await page.getByLabel('Metric 1', { exact: true }).fill('generic.http.connect')
  await page.getByLabel('Rule 1: warning from 1', { exact: true }).fill('5')
  await page.getByLabel('Rule 1: warning to 1', { exact: true }).fill('3')
  await page.getByLabel('Rule 1: critical from 1', { exact: true }).fill('1e3')
  await page.keyboard.press('Tab')
  await saying('Should be greater than lower warning limit')(page)
}

async function tested(page: Page) {
  await marked('Kept as stored')(page)
  const value = page.getByRole('region', { name: 'Test' }).getByLabel('time (s)')
  await value.fill('7')
  await saying('7 s is in the warning range')(page)
  await value.scrollIntoViewIfNeeded()
}

const longLimits = () =>
  aThresholdsProfile({
    rules: [
      { metric: 'generic.http.connect', thresholds: 'time=100000ms;100000:1234567.5;1234567.5:;-1234567.5;1234567.5' },
      { metric: 'org.bdii.Entries', thresholds: 'entries=1000000c;1000000:2000000;2000000:;0;123456789012' },
    ],
  })

/** Also in a smaller window than those of all screens. */
async function withReadableLimits(page: Page) {
  await page.getByLabel('Rule 2: max 1', { exact: true }).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await frames(page, 3)
  expect(await cutValues(page), 'cut off at 1280 pixels').toEqual([])
}

const screens: readonly (readonly [string, Screen])[] = [
  ['thresholds-profiles', { ...member, at: listed, until: withMark }],
  ['thresholds-profile-add-with-problems', { ...member, at: `${thresholdsList}/add`, until: withProblems }],
  ['thresholds-profile', { ...member, at: made, until: tested }],
  [
    'thresholds-profile-long-limits',
    { ...member, at: async () => thresholdsPath(await longLimits()), until: withReadableLimits },
  ],
  ['thresholds-profile-read-only', { ...reader, at: made, until: marked('Ranges overlap') }],
  [
    'thresholds-profile-version',
    { ...member, at: async () => `${await made()}/history/1`, until: titled(/^Thresholds profile version/) },
  ],
  [
    'public-thresholds-profile',
    {
      tenant: 'nordic',
      at: async () => (await made()).replace('/ui/', '/ui/public_'),
      until: titled(/^Thresholds profile details/),
    },
  ],
]

testScreensOfKind(screens)
