import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { importFile } from './src/files.ts'
import { endMessages } from './src/held-messages.ts'
import { layoutShifts } from './src/layout.ts'
import { aMetricProfile, pathOf, usualPairs } from './src/metric-profiles.ts'
import { linked, type Screen, saying, testScreens, testScreensOfKind, titled } from './src/screens.ts'
import { agree, dialog, logIn, save, typePair } from './src/steps.ts'
import { expectProblem, test } from './src/visits.ts'

const nordic = { tenant: 'nordic' }
const member = { tenant: 'nordic', as: 'jorn.havsand' }
const administrator = { tenant: 'nordic', as: 'admin' }
const federate = { tenant: 'federation', as: 'ivo.quellmar' }
const list = '/ui/metricprofiles'

const opened = (button: string | RegExp, name: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click()
  await dialog(page, name).waitFor()
}

/** What browsers call good is 0.1. */
const maxLayoutShift = 0.02

const reviewed = (page: Page) => page.getByRole('region', { name: 'Access to review' }).waitFor()

/** Nothing is being loaded any more. */
const shown = (page: Page) => page.locator('main:has(h1):not(:has([aria-busy=true])):not([aria-busy=true])').waitFor()

const counted = (page: Page) =>
  page.getByRole('region', { name: 'How many' }).getByRole('link', { name: 'YUM repos' }).waitFor()

async function verifiedLog(page: Page) {
  await page.getByRole('button', { name: 'Verify log' }).click()
  await dialog(page, 'Verify the activity log')
    .getByText(/rows are as written/)
    .waitFor()
}

async function refused(page: Page) {
  expectProblem(page, /login 401$/)
  await logIn(page, 'tuva.brekken', 'wrong')
  await page.getByRole('alert').waitFor()
}

async function withProblems(page: Page) {
  await save(page)
  await page.getByText('Required', { exact: true }).first().waitFor()
  await typePair(page, 1, 'webdav', 'no.such.metric')
  await page.getByText('Must be one of predefined metrics').waitFor()
}

async function changed(page: Page) {
  await page.getByLabel('Description').fill('As it became')
  await page.getByRole('button', { name: 'Insert below row 2' }).click()
  await typePair(page, 3, 'eudat.cms', 'eudat.b2drop.upload')
}

async function offering(page: Page) {
  await page.getByLabel('Metric 2', { exact: true }).fill('generic.tcp')
  await page.getByRole('option', { name: 'generic.tcp.connect-xrootd' }).waitFor()
}

async function offeringServices(page: Page) {
  await page.getByLabel('Service 2', { exact: true }).fill('web')
  await page.getByRole('option', { name: 'web.check' }).waitFor()
}

async function withUnknownService(page: Page) {
  await page.getByText('Unknown service').waitFor()
  await page.getByRole('button', { name: 'Insert below row 2' }).click()
  await typePair(page, 3, 'no.such.service', 'generic.tcp.connect')
  await page.getByText('Must be one of predefined service types').waitFor()
}

async function withoutServiceTypes(page: Page) {
  expectProblem(page, /service-types|ERR_FAILED/)
  await page.route('**/topology/service-types', (route) => route.abort())
  await page.reload()
  await saying('The service types could not be loaded')(page)
}

async function combined(page: Page) {
  const choose = (tenant: string, profile: string) =>
    page.getByRole('group', { name: tenant }).getByLabel('Metric profile').selectOption(profile)
  await choose('ALPINE', 'ALPINE_CLOUD')
  await choose('NORDIC', 'NORDIC_CLOUD')
  await page.getByText('From ALPINE, NORDIC').first().waitFor()
}

async function withoutFeedingProfiles(page: Page) {
  expectProblem(page, /feeding|ERR_FAILED/)
  await page.route('**/webapi/feeding/NORDIC/**', (route) => route.abort())
  await page.reload()
  await saying('The metric profiles of NORDIC could not be loaded')(page)
}

async function confirmation(page: Page) {
  await changed(page)
  await save(page)
  await dialog(page, 'Change metric profile').getByText('Other objects affected').waitFor()
}

async function notAllowed(page: Page) {
  await linked('NORDIC_CLOUD')(page)
  await page.getByRole('button', { name: 'Add' }).click({ force: true })
  await page.getByText('Not allowed').waitFor()
}

async function leaving(page: Page) {
  await page.getByLabel('Description').fill('Not saved yet')
  await page.getByRole('navigation').getByRole('link', { name: 'Metric profiles' }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function withDraft(page: Page) {
  await page.getByLabel('Description').fill('Not saved yet')
  await page.reload()
  await page.getByText('unsaved changes').waitFor()
}

async function loggingOut(page: Page) {
  await withDraft(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await dialog(page, 'Log out')
    .getByText(/keeps 1 draft/)
    .waitFor()
}

async function deleting(page: Page) {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page, 'Delete metric profile').getByRole('button', { name: 'Delete metric profile' }).waitFor()
}

async function unableToDelete(page: Page) {
  expectProblem(page, /metricprofiles\/.* 409$/)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Unable to delete').waitFor()
}

const failing = (address: string, until: (page: Page) => Promise<unknown>) => async (page: Page) => {
  expectProblem(page, / 500$/)
  const requestId = '0d9e3b6c-request'
  const json = { code: 'internal', detail: 'Internal server error', source: 'internal-api', requestId }
  await page.route(address, (route) => route.fulfill({ status: 500, json }))
  await page.reload()
  await until(page)
}

async function searching(page: Page) {
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('tcp')
  await page.getByRole('option').nth(5).waitFor()
}

const someFile = {
  name: 'pairs.csv',
  content:
    'service;metric;owner\nwebdav;generic.http.connect;\nSRM;generic.certificate.validity-srm;\nSRM;no.such.metric;\nSRM\n',
}

async function importing(page: Page) {
  const question = await importFile(page, someFile)
  await question.getByText('1 pair added').waitFor()
}

async function imported(page: Page) {
  await importing(page)
  await page.getByRole('button', { name: 'Apply to form' }).click()
  await page.getByRole('button', { name: 'Undo import' }).waitFor()
  await page.getByRole('status').getByText('Imported').waitFor()
  await endMessages(page)
  await page.getByRole('status').getByText('Imported').waitFor({ state: 'detached' })
}

const importingNothing = (page: Page) => importFile(page, { name: 'notes.txt', content: 'Some notes\nand no table\n' })

async function menuOpen(page: Page) {
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import' }).waitFor()
}

async function saved(page: Page) {
  await changed(page)
  await save(page)
  await agree(page, 'Change metric profile')
  await page.getByRole('button', { name: /^Undo: Changed/ }).waitFor()
}

async function deleted(page: Page) {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, 'Delete metric profile')
  await page.getByRole('button', { name: /^Undo: Deleted/ }).waitFor()
}

const newProfile = async () => pathOf(await aMetricProfile())
const oldService = async () =>
  pathOf(await aMetricProfile({ services: [...usualPairs, { service: 'gopher', metric: 'generic.tcp.connect' }] }))
const critical = `${list}/NORDIC_MON_CRITICAL`

async function noMetric(page: Page) {
  expectProblem(page, /zzz(\/heads)? 404$/)
  await saying('There is no metric named zzz')(page)
}

const metric = '/ui/metrics/ch.cern.LFC-Ping'
const passive = '/ui/metrics/ch.cern.HTCondorCE-JobSubmit'
const changedMetric = '/ui/metrics/egi.webdav.readwrite'

async function compared(page: Page) {
  await page.getByRole('button', { name: 'Compare' }).click()
  await titled(/^Compare/)(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  ['verified-log', { ...administrator, at: '/ui/changes', until: verifiedLog }],
  ['login-refused', { ...nordic, at: '/ui/login', until: refused }],
  ['administration', { ...nordic, as: 'admin', at: '/ui/administration', until: titled('Administration') }],
  ['home-superuser', { tenant: 'nordic', as: 'admin', at: '/ui/home', until: linked('Probe candidates to look at') }],
  ['home', { ...member, at: '/ui/home', until: linked('All metric profiles') }],
  ['list', { ...member, at: list, until: linked('NORDIC_CLOUD') }],
  ['list-nothing-found', { ...member, at: `${list}?name=zzz`, until: saying('No metric profiles match') }],
  ['list-not-allowed', { ...nordic, as: 'runa.myrdal', at: list, until: notAllowed }],
  ['add-with-problems', { ...member, at: `${list}/add`, until: withProblems }],
  ['add-combined', { ...federate, at: `${list}/add`, until: combined }],
  ['add-not-allowed', { ...nordic, as: 'runa.myrdal', at: `${list}/add`, until: saying('You do not have permission') }],
  ['change', { ...member, at: newProfile, until: changed }],
  ['change-offering', { ...member, at: newProfile, until: offering }],
  ['change-confirmation', { ...member, at: newProfile, until: confirmation }],
  ['change-deleting', { ...member, at: newProfile, until: deleting }],
  ['change-unable-to-delete', { ...member, at: `${list}/NORDIC_MON_CRITICAL`, until: unableToDelete }],
  ['change-draft', { ...member, at: newProfile, until: withDraft }],
  ['csv-menu', { ...member, at: newProfile, until: menuOpen }],
  ['import', { ...member, at: newProfile, until: importing }],
  ['imported', { ...member, at: newProfile, until: imported }],
  ['list-saved', { ...member, at: newProfile, until: saved }],
  ['read-only', { ...member, at: `${list}/NORDIC_SECURITY`, until: saying('This is a read-only instance') }],
  ['history', { ...member, at: `${critical}/history`, until: titled(/^Version history/) }],
  ['compare', { ...member, at: `${critical}/history`, until: compared }],
  ['version', { ...member, at: `${critical}/history/1`, until: titled(/^Metric profile version 1/) }],
  ['restore', { ...member, at: `${list}/NORDIC_LEGACY?restore=1`, until: saying('nothing to restore') }],
  ['public-home', { ...nordic, at: '/ui/public_home', until: titled('Public pages') }],
  ['public-list', { ...nordic, at: '/ui/public_metricprofiles', until: linked('NORDIC_CLOUD') }],
  ['public-details', { ...nordic, at: '/ui/public_metricprofiles/NORDIC_CLOUD', until: saying('18 pairs') }],
  [
    'public-history',
    { ...nordic, at: '/ui/public_metricprofiles/NORDIC_MON_CRITICAL/history', until: titled(/^Version history/) },
  ],
  [
    'public-version',
    { ...nordic, at: '/ui/public_metricprofiles/NORDIC_MON_CRITICAL/history/1', until: saying('There is a newer one') },
  ],
  ['not-found', { ...member, at: '/ui/nowhere', until: titled('Not found') }],
  ['documentation', { ...member, at: '/ui/documentation', until: titled('Documentation') }],
  ['public-documentation', { ...nordic, at: '/ui/public_documentation', until: titled('Documentation') }],
  ['about', { ...member, at: '/ui/about', until: titled('About Quatrain') }],
  ['cookie-policies', { ...member, at: '/ui/cookiepolicies', until: titled('Cookie Policies') }],
  ['account', { ...member, at: '/ui/about', until: opened('Welcome, Jorn', 'Welcome, Jorn') }],
  ['search', { ...member, at: '/ui/about', until: searching }],
  ['shortcuts', { ...member, at: '/ui/about', until: opened('Keyboard shortcuts', 'Keyboard shortcuts') }],
  ['logging-out', { ...member, at: '/ui/about', until: opened('Log out', 'Log out') }],
  ['logging-out-with-draft', { ...member, at: newProfile, until: loggingOut }],
  [
    'list-failing',
    { ...member, at: list, until: failing('**/internal/metricprofiles', saying('Internal server error')) },
  ],
  [
    'start-failing',
    { ...nordic, at: '/ui/login', until: failing('**/istenantschema', saying('Cannot obtain schema')) },
  ],
  ['messages', { ...member, at: '/ui/about', until: opened('Messages', 'Messages') }],
]

/** They have the parts of one of those above, with other contents. */
const variants: readonly (readonly [string, Screen])[] = [
  ['login-super-tenant', { at: '/ui/login', until: titled(/^Log in to/) }],
  ['administration-super-tenant', { as: 'admin', at: '/ui/administration', until: titled('Administration') }],
  ['home-super-tenant', { as: 'admin', at: '/ui/home', until: counted }],
  ['add-combined-failing', { ...federate, at: `${list}/add`, until: withoutFeedingProfiles }],
  ['change-offering-services', { ...member, at: newProfile, until: offeringServices }],
  ['change-unknown-service', { ...member, at: oldService, until: withUnknownService }],
  ['change-without-service-types', { ...member, at: newProfile, until: withoutServiceTypes }],
  ['change-leaving', { ...member, at: newProfile, until: leaving }],
  ['import-refused', { ...member, at: newProfile, until: importingNothing }],
  ['list-deleted', { ...member, at: newProfile, until: deleted }],
  ['public-home-super-tenant', { at: '/ui/public_home', until: saying('Combined from') }],
  [
    'details-failing',
    { ...member, at: critical, until: failing('**/internal/metricprofiles/*', titled('Something went wrong')) },
  ],
]

const ofMetrics: readonly (readonly [string, Screen])[] = [
  ['metrics', { ...member, at: '/ui/metrics', until: linked('argo.ncg.mon') }],
  ['metrics-nothing-found', { ...member, at: '/ui/metrics?name=zzz', until: saying('No metrics match') }],
  ['metric', { ...member, at: metric, until: linked('NORDIC_LEGACY') }],
  ['metric-passive', { ...member, at: passive, until: linked('ch.cern.HTCondorCE-JobState') }],
  ['metric-not-found', { ...member, at: '/ui/metrics/zzz', until: noMetric }],
  ['metric-history', { ...member, at: `${changedMetric}/history`, until: titled(/^Version history/) }],
  ['metric-compare', { ...member, at: `${changedMetric}/history`, until: compared }],
  ['metric-version', { ...member, at: `${changedMetric}/history/1`, until: titled(/^Metric version 1/) }],
  ['public-metrics', { ...nordic, at: '/ui/public_metrics', until: linked('argo.ncg.mon') }],
  ['public-metric', { ...nordic, at: metric.replace('metrics', 'public_metrics'), until: linked('NORDIC_LEGACY') }],
]

testScreens(isFullRun ? [...screens, ...variants] : screens)
testScreensOfKind(ofMetrics)

describe('the layout does not shift while a page is loaded', () => {
  const pages = [
    ['a list', { ...member, at: list, until: linked('NORDIC_CLOUD') }],
    ['a form', { ...member, at: `${list}/NORDIC_LEGACY`, until: titled('Change metric profile NORDIC_LEGACY') }],
    ['home', { ...administrator, at: '/ui/home', until: linked('All metrics') }],
    ['administration', { ...administrator, at: '/ui/administration', until: reviewed }],
    ['changes', { ...administrator, at: '/ui/changes', until: shown }],
    ['reports', { ...member, at: '/ui/reports', until: shown }],
    ['topology', { ...member, at: '/ui/topology', until: shown }],
  ] as const
  /** They have the frames of the others. */
  const furtherPages = [
    ['a list of metrics', { ...member, at: '/ui/metrics', until: linked('argo.ncg.mon') }],
    ['a metric', { ...member, at: metric, until: linked('NORDIC_LEGACY') }],
    ['a public list', { ...nordic, at: '/ui/public_metricprofiles', until: linked('NORDIC_CLOUD') }],
    ['service types', { ...member, at: '/ui/servicetypes', until: shown }],
    ['home of the super-tenant', { as: 'admin', at: '/ui/home', until: counted }],
    ['administration of the super-tenant', { as: 'admin', at: '/ui/administration', until: reviewed }],
    ['packages', { as: 'admin', at: '/ui/packages', until: shown }],
    ['users', { as: 'admin', at: '/ui/administration/users', until: shown }],
  ] as const
  test.for([...pages, ...(isFullRun ? furtherPages : [])])(
    '%s, also with a slow server',
    async ([, { until, ...visit }], { open }) => {
      const page = await open({ ...visit, at: '/ui/cookiepolicies' })
      let loadingState: Promise<void> | undefined
      await page.route(/\/internal\/(?!config_options|istenantschema|sessionactive)/, async (route) => {
        // Not before the page with its loading state is shown; later requests are for parts without one.
        loadingState ??= page.locator('main:has(h1) [aria-busy=true]').first().waitFor({ state: 'attached' })
        await loadingState
        await route.continue()
      })
      await page.goto(new URL(visit.at, page.url()).href)
      await until(page)
      const shifts = await layoutShifts(page)
      expect(
        shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0),
        shifts.join('\n'),
      ).toBeLessThan(maxLayoutShift)
    },
  )
})
