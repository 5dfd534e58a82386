import type { Page } from 'playwright-core'
import { anOverride, cellName, overrideList } from './src/metric-overrides.ts'
import { type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { dialog } from './src/steps.ts'
import { expectProblem } from './src/visits.ts'

const admin = { tenant: 'nordic', as: 'admin' }
const exceptions = `${overrideList}/site-exceptions`
const host = 'squid01.arctic-granholm.example.org'
const squid = `/ui/metrics/generic.http.connect-squid/preview?host=${host}`
const cell = (page: Page, table: string, what: string) => page.getByLabel(cellName(table, what), { exact: true })

const listed = (page: Page) => page.getByRole('link', { name: 'site-exceptions' }).waitFor()
const filled = (page: Page) => cell(page, 'Host attributes', 'hostname').waitFor()

async function withProblems(page: Page) {
  await cell(page, 'Host attributes', 'hostname').fill('host:80')
  await cell(page, "Metrics' parameters", 'parameter').fill('-p 80')
  await cell(page, 'Global attributes', 'attribute').fill('API_TOKEN')
  await cell(page, 'Global attributes', 'value').fill('letmein')
  await page.getByLabel('Name', { exact: true }).fill('1st')
  await page.keyboard.press('Tab')
  await page.getByText(/^Name can contain/).waitFor()
}

async function importing(page: Page) {
  await filled(page)
  const content = {
    host_attributes: [
      { hostname: 'ssh01.arctic-selbukt.example.org', attribute: 'SSH_PORT', value: '2222' },
      { hostname: 'new.example.org', attribute: 'SSH_PORT', value: '22' },
      { hostname: 'host:80', attribute: 'SSH_PORT', value: '22' },
    ],
    metric_parameters: [],
  }
  const buffer = Buffer.from(JSON.stringify(content))
  await page.getByLabel('JSON file').setInputFiles({ name: 'sets.json', mimeType: 'application/json', buffer })
  await dialog(page, 'Import JSON').getByText('new.example.org').waitFor()
}

async function notThere(page: Page) {
  expectProblem(page, /zzz(\/heads)? 404$/)
  await saying('There is no metric configuration override named zzz')(page)
}

async function noMetric(page: Page) {
  expectProblem(page, /effectivecheck 404$/)
  await saying('Metric not found.')(page)
}

const command = (page: Page) => page.getByRole('region', { name: 'Command' }).waitFor()

const screens: readonly (readonly [string, Screen])[] = [
  ['metric-overrides', { ...admin, at: overrideList, until: listed }],
  ['metric-override-add-with-problems', { ...admin, at: `${overrideList}/add`, until: withProblems }],
  ['metric-override', { ...admin, at: exceptions, until: filled }],
  ['metric-override-importing', { ...admin, at: exceptions, until: importing }],
  ['metric-override-not-found', { ...admin, at: `${overrideList}/zzz`, until: notThere }],
  [
    'metric-override-version',
    { ...admin, at: `${exceptions}/history/1`, until: titled(/^Metric configuration override version/) },
  ],
  [
    'metric-override-clone',
    {
      ...admin,
      at: async () => `${overrideList}/${await anOverride()}/clone`,
      until: titled('Clone metric configuration override'),
    },
  ],
  [
    'effective-result-nothing-chosen',
    { ...admin, at: '/ui/administration/effectiveresult', until: saying('Choose a metric') },
  ],
  [
    'effective-result-not-found',
    { ...admin, at: '/ui/administration/effectiveresult?metric=zzz&host=', until: noMetric },
  ],
  ['metric-preview', { ...admin, at: squid, until: command }],
  [
    'metric-preview-with-open-ends',
    { ...admin, at: '/ui/metrics/generic.certificate.validity-fts/preview', until: saying('info_ext_FTS_PORT') },
  ],
  [
    'metric-preview-left-out',
    { tenant: 'alpine', as: 'admin', at: '/ui/metrics/eudat.gitlab.liveness/preview', until: saying(/^Boxes leave/) },
  ],
  ['metric-preview-of-any-host', { ...admin, at: '/ui/metrics/generic.ssh.connect/preview', until: command }],
]

testScreensOfKind(screens)
