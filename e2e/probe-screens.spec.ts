import type { Page } from 'playwright-core'
import { described, type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { dialog, save } from './src/steps.ts'
import { expectProblem } from './src/visits.ts'

const root = { as: 'admin' }
const member = { tenant: 'nordic', as: 'jorn.havsand' }
const nordic = { tenant: 'nordic' }
const list = '/ui/probes'
const probe = `${list}/ams-probe`

const listed = (page: Page) => page.getByRole('link', { name: 'ams-probe', exact: true }).waitFor()
const used = (page: Page) => page.getByRole('table', { name: /^What uses which version/ }).waitFor()

async function compared(page: Page) {
  await page.getByRole('button', { name: 'Compare' }).click()
  await titled(/^Compare/)(page)
}

async function noProbe(page: Page) {
  expectProblem(page, /zzz(\/heads)? 404$/)
  await saying('There is no probe named zzz')(page)
}

async function withProblems(page: Page) {
  await save(page)
  await page.getByText('Required', { exact: true }).first().waitFor()
}

async function withVersion(page: Page) {
  await used(page)
  await page.getByRole('combobox', { name: 'Package' }).fill('argo-probe-ams')
  await page.getByRole('option').first().waitFor()
}

async function confirmation(page: Page) {
  await used(page)
  await page.getByRole('combobox', { name: 'Package' }).fill('argo-probe-oidc (0.2.1)')
  await page.getByRole('combobox', { name: 'Package' }).press('Escape')
  await page.getByText('Saving adds version 0.2.1.').waitFor()
  await page.getByLabel('Update metric templates').check()
  await save(page)
  await dialog(page, 'Change probe').getByText('Other objects affected').waitFor()
}

async function inUse(page: Page) {
  expectProblem(page, /409$/)
  await used(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('You cannot delete probe that is associated to metric templates.').waitFor()
}

const screens: readonly (readonly [string, Screen])[] = [
  ['probes-super-tenant', { ...root, at: list, until: listed }],
  ['probes', { ...member, at: list, until: listed }],
  ['probes-nothing-found', { ...member, at: `${list}?name=zzz`, until: saying('No probes match') }],
  ['probe-add-with-problems', { ...root, at: `${list}/add`, until: withProblems }],
  ['probe-add-not-allowed', { as: 'observer', at: `${list}/add`, until: saying('You do not have permission') }],
  ['probe-change', { ...root, at: probe, until: used }],
  ['probe-change-offering', { ...root, at: probe, until: withVersion }],
  ['probe-change-confirmation', { ...root, at: probe, until: confirmation }],
  ['probe-in-use', { ...root, at: probe, until: inUse }],
  ['probe-clone', { ...root, at: `${probe}/clone`, until: titled('Clone probe') }],
  ['probe-restore', { ...root, at: `${probe}?restore=0.1.0`, until: saying('The form contains version') }],
  ['probe', { ...member, at: probe, until: used }],
  ['probe-not-found', { ...member, at: `${list}/zzz`, until: noProbe }],
  ['probe-history', { ...member, at: `${probe}/history`, until: titled(/^Version history/) }],
  ['probe-compare', { ...member, at: `${probe}/history`, until: compared }],
  ['probe-version', { ...root, at: `${probe}/history/0.1.0`, until: titled(/^Probe version/) }],
  ['public-probes', { ...nordic, at: '/ui/public_probes', until: listed }],
  ['public-probe', { at: '/ui/public_probes/ams-probe', until: described('Metric templates') }],
  ['public-probe-history', { ...nordic, at: '/ui/public_probes/ams-probe/history', until: titled(/^Version history/) }],
  ['public-probe-compare', { ...nordic, at: '/ui/public_probes/ams-probe/history', until: compared }],
  [
    'public-probe-version',
    { ...nordic, at: '/ui/public_probes/ams-probe/history/0.1.0', until: saying('There is a newer one') },
  ],
]

testScreensOfKind(screens)
