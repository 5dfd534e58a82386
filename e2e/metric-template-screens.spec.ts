import type { Page } from 'playwright-core'
import { linked, type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { comeTo, dialog, save } from './src/steps.ts'

const root = { as: 'admin' }
const nordic = { tenant: 'nordic' }
const member = { tenant: 'nordic', as: 'jorn.havsand' }
const templates = '/ui/metrictemplates'
const template = `${templates}/argo.AMS-Check`

async function choosing(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('checkbox', { name: 'Select argo.AMS-Check' }).uncheck()
  await page.getByText('49 metric templates selected').waitFor()
}

async function deletingTemplates(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page, 'Delete metric templates').getByText('Other objects affected').waitFor()
}

async function templateWithProblems(page: Page) {
  await save(page)
  await page.getByText('Required', { exact: true }).first().waitFor()
  await comeTo(page.getByLabel('Flags: key 1'))
  await page.getByLabel('Flags: key 1').click()
  await page.getByRole('option', { name: /^OBSESS/ }).waitFor()
}

async function templateChanged(page: Page) {
  await page.getByLabel('Config: timeout').fill('90')
  await page.getByRole('button', { name: 'Attributes: Move down ARGO_AMS_TOKEN' }).click()
  await page.getByRole('button', { name: 'Attributes: Insert below ARGO_AMS_TOKEN' }).click()
  await page.keyboard.type('NEW_ONE')
  await page
    .getByRole('region', { name: 'Where it is used' })
    .getByText(/with a metric of it/)
    .waitFor()
}

async function templateConfirmation(page: Page) {
  await templateChanged(page)
  await page.getByLabel('Name', { exact: true }).fill('argo.AMS-Checked')
  await save(page)
  await dialog(page, 'Change metric template').getByText('Other objects affected').waitFor()
}

async function templatePassive(page: Page) {
  await page.getByLabel('Type').selectOption('Passive')
  await page.getByRole('rowheader', { name: /^PASSIVE/ }).waitFor()
}

async function compared(page: Page) {
  await page.getByRole('button', { name: 'Compare' }).click()
  await titled(/^Compare/)(page)
}

const marked = (page: Page) => page.getByRole('link', { name: 'Being deleted' }).first().waitFor()

/** Of a roll-out that has not ended: the answers of the server with this mark. */
const beingDeleted = (path: string, until: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.route(`**/internal/${path}`, async (route) => {
    const response = await route.fetch()
    const found = await response.json()
    const json = Array.isArray(found) ? found.map((row) => ({ ...row, deleted_by: 7 })) : { ...found, deleted_by: 7 }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await until(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  ['templates', { ...root, at: templates, until: linked('argo.AMS-Check') }],
  ['templates-choosing', { ...root, at: templates, until: choosing }],
  ['templates-deleting', { ...root, at: `${templates}?name=ch.cern.LFC`, until: deletingTemplates }],
  ['templates-nothing-found', { ...root, at: `${templates}?name=zzz`, until: saying('No metric templates match') }],
  ['templates-being-deleted', { ...root, at: templates, until: beingDeleted('metrictemplates', marked) }],
  [
    'template-being-deleted',
    {
      ...root,
      at: template,
      until: beingDeleted('metrictemplates/*', saying('This metric template is being deleted')),
    },
  ],
  ['template-add', { ...root, at: `${templates}/add`, until: templateWithProblems }],
  ['template-change', { ...root, at: template, until: templateChanged }],
  ['template-change-confirmation', { ...root, at: template, until: templateConfirmation }],
  ['template-passive', { ...root, at: template, until: templatePassive }],
  ['template-clone', { ...root, at: `${template}/clone`, until: titled('Clone metric template') }],
  ['template-history', { ...root, at: `${template}/history`, until: titled(/^Version history/) }],
  ['template-compare', { ...root, at: `${template}/history`, until: compared }],
  ['template-version', { ...root, at: `${template}/history/0.1.11`, until: titled(/^Metric template version/) }],
  ['template-restore', { ...root, at: `${template}?restore=0.1.11`, until: saying('The form contains version') }],
  [
    'tenant-templates',
    { ...nordic, ...root, at: '/ui/administration/metrictemplates', until: linked('argo.AMS-Check') },
  ],
  ['template-of-probe', { ...member, at: '/ui/probes/ams-probe/argo.AMS-Check', until: titled(/details/) }],
  ['public-templates', { at: '/ui/public_metrictemplates', until: linked('argo.AMS-Check') }],
  [
    'public-template',
    { at: '/ui/public_metrictemplates/ch.cern.HTCondorCE-JobSubmit', until: linked('ch.cern.HTCondorCE-JobState') },
  ],
]

testScreensOfKind(screens)
