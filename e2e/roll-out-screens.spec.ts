import type { RollOut, RollOutDetails, RollOutJob } from '@quatrain/contract/catalogue/roll-outs.ts'
import type { Page } from 'playwright-core'
import { type Screen, saying, testScreensOfKind } from './src/screens.ts'
import { expectProblem } from './src/visits.ts'

// Many tenants in every state: these roll-outs are answers of the browser's own.

const root = { as: 'admin' }
const list = '/ui/administration/rollouts'
const at = '2026-01-02T03:04:05.000Z'
const job = { due: at, attempts: 0, reason: '', done_at: null, reverted_at: null, reverted_by: '' }
const reason = 'A metric of this name, made from another metric template, is there already in: NORDIC.'

const tenants: readonly RollOutJob[] = [
  ...Array.from({ length: 40 }, (_, n) => ({
    ...job,
    tenant: `TENANT-${n + 10}`,
    state: 'done' as const,
    attempts: 1,
    done_at: at,
  })),
  { ...job, tenant: 'ALPINE', state: 'waiting' },
  { ...job, tenant: 'BALTIC', state: 'paused' },
  { ...job, tenant: 'IBERIA', state: 'reverted', reverted_at: at, reverted_by: 'admin' },
  { ...job, tenant: 'NORDIC', state: 'refused', attempts: 1, reason },
]
const rollOut: RollOut = {
  id: 7,
  at,
  action: 'change',
  actor: 'admin',
  templates: [
    'argo.AMS-Check',
    'argo.AMSPublisher-Check',
    'ch.cern.HTCondorCE-JobState',
    'eu.egi.GRAM-CertValidity',
    'org.bdii.Entries',
  ],
  template_count: 5,
  jobs: { waiting: 1, paused: 1, refused: 1, reverted: 1, done: 40 },
}
const finished: RollOut = {
  ...rollOut,
  id: 6,
  templates: ['argo.AMS-Check'],
  template_count: 1,
  jobs: { waiting: 0, paused: 0, refused: 0, reverted: 0, done: 44 },
}

const answering = (path: string, json: unknown, until: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.route(`**/internal/${path}`, (route) => route.fulfill({ json }))
  await page.reload()
  await until(page)
}

async function failing(page: Page) {
  expectProblem(page, /rollouts 503|503/)
  await page.route('**/internal/rollouts', (route) => route.fulfill({ status: 503, json: { detail: 'Busy.' } }))
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
}

const details: RollOutDetails = { ...rollOut, tenants: [...tenants] }
/** A delete is never refused by a tenant, and not reverted: what fails is tried again. */
const deletion: RollOutDetails = {
  ...details,
  action: 'delete',
  jobs: { waiting: 2, paused: 1, refused: 0, reverted: 0, done: 41 },
  tenants: tenants.map((tenant) => {
    if (tenant.state === 'reverted') return { ...job, tenant: tenant.tenant, state: 'done', attempts: 1, done_at: at }
    if (tenant.state !== 'refused') return tenant
    return { ...tenant, state: 'waiting', reason: 'The database is busy. Try again in a moment.' }
  }),
}

async function ofNone(page: Page) {
  expectProblem(page, /rollouts\/7 404$/)
  await answering('rollouts/7', details, saying('ALPINE'))(page)
}

async function ofDelete(page: Page) {
  expectProblem(page, /rollouts\/7 404$/)
  await answering('rollouts/7', deletion, saying('Delete of'))(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  [
    'roll-outs-none',
    { ...root, at: list, until: answering('rollouts', [], saying('No change of the catalogue has concerned')) },
  ],
  ['roll-outs', { ...root, at: list, until: answering('rollouts', [rollOut, finished], saying('Roll-out 7')) }],
  ['roll-outs-failing', { ...root, at: list, until: failing }],
  ['roll-out', { ...root, at: `${list}/7`, until: ofNone }],
  ['roll-out-of-delete', { ...root, at: `${list}/7`, until: ofDelete }],
]

testScreensOfKind(screens)
