import type { Page } from 'playwright-core'
import { candidatePath } from './src/probe-candidates.ts'
import { type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { dialog, save } from './src/steps.ts'
import { expectProblem } from './src/visits.ts'

const nordic = { tenant: 'nordic', as: 'admin' }
const list = '/ui/administration/probecandidates'

const listed = (page: Page) => page.getByRole('link', { name: 'cvmfs-revision-age' }).waitFor()
const changing = titled(/^Change probe candidate/)
const candidate = (name: string) => () => candidatePath('nordic', name)
const history = (name: string, rest: string) => async () => `${await candidatePath('nordic', name)}/history${rest}`

async function withProblems(page: Page) {
  await page.getByLabel('Status').selectOption('testing')
  await save(page)
  await page.getByText('Devel UI URL is required').waitFor()
}

async function confirmation(page: Page) {
  await page.getByLabel('Status').selectOption('rejected')
  await page.getByLabel(/^Service type/).fill('egi.notebooks')
  await page.getByLabel('Reason for rejection').fill('It waits for longer than a check may take.')
  await save(page)
  await dialog(page, 'Change probe candidate').getByText('The submitter is not notified').waitFor()
}

async function notThere(page: Page) {
  expectProblem(page, /999999(\/heads)? 404$/)
  await saying('There is no probe candidate named 999999')(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  ['probe-candidates', { ...nordic, at: list, until: listed }],
  ['probe-candidates-nothing-found', { ...nordic, at: `${list}?name=zzz`, until: saying('No probe candidates match') }],
  ['probe-candidates-not-found', { tenant: 'nordic', as: 'jorn.havsand', at: list, until: titled(/not found/i) }],
  ['probe-candidate-submitted', { ...nordic, at: candidate('gpu-queue-wait'), until: changing }],
  ['probe-candidate-rejected', { ...nordic, at: candidate('ssh-banner-grabber'), until: changing }],
  ['probe-candidate-with-problems', { ...nordic, at: candidate('gpu-queue-wait'), until: withProblems }],
  ['probe-candidate-confirmation', { ...nordic, at: candidate('notebook-spawn'), until: confirmation }],
  ['probe-candidate-not-there', { ...nordic, at: `${list}/999999`, until: notThere }],
  ['probe-candidate-history', { ...nordic, at: history('cvmfs-revision-age', ''), until: titled(/^Version history/) }],
  [
    'probe-candidate-version',
    { ...nordic, at: history('cvmfs-revision-age', '/1'), until: titled(/^Probe candidate version/) },
  ],
  [
    'probe-candidate-compare',
    { ...nordic, at: history('cvmfs-revision-age', '/compare/2/1'), until: titled(/^Compare/) },
  ],
]

testScreensOfKind(screens)
