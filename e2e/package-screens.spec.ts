import { yumRepoLabel } from '@quatrain/contract/resources/yum-repo.ts'
import type { Page } from 'playwright-core'
import { aPackage, aYumRepo } from './src/catalogue.ts'
import { described, type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { agree, dialog, save } from './src/steps.ts'
import { expectProblem } from './src/visits.ts'

const root = { as: 'admin' }
const observer = { as: 'observer' }
const tenantAdmin = { tenant: 'nordic', as: 'admin' }
const repos = '/ui/yumrepos'
const packages = '/ui/packages'

const listed = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).first().waitFor()
const used = (count: string) => (page: Page) => page.getByText(count, { exact: true }).waitFor()

const newRepo = async () => (await aYumRepo()).path
const newPackage = async () => (await aPackage()).path

/** A repo that contains a package. */
async function repoInUse() {
  const repo = await aYumRepo()
  await aPackage({ repos: [yumRepoLabel(repo)] })
  return repo.path
}

async function withProblems(page: Page) {
  await save(page)
  await page
    .getByText(/^(Required|This field is required)$/)
    .first()
    .waitFor()
}

async function warned(page: Page) {
  await page
    .getByLabel('File content')
    .fill('enabled=1\n[main]\nname=Main\n[main]\nbaseurl=https://a.example/\nnonsense\n')
  await page.getByText('4 warnings').waitFor()
}

async function renaming(page: Page) {
  await page
    .getByLabel('Name', { exact: true })
    .fill(`${await page.getByLabel('Name', { exact: true }).inputValue()}-2`)
  await save(page)
  await dialog(page, 'Change YUM repo').getByText('Other objects affected').waitFor()
}

const refusedDelete = (text: string) => async (page: Page) => {
  expectProblem(page, / 409$/)
  await used('1 package')(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText(text).first().waitFor()
}

async function present(page: Page) {
  await page.getByRole('checkbox', { name: 'Use version which is present in repo' }).click()
  await page.getByText('Whatever version is in the repo.').waitFor()
}

async function deleting(page: Page) {
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page, 'Delete package').waitFor()
}

async function saved(page: Page) {
  await page.getByLabel('Version', { exact: true }).fill('1.0.1')
  await save(page)
  await agree(page, 'Change package')
  await page.getByRole('button', { name: /^Undo: Changed/ }).waitFor()
}

async function notFound(page: Page) {
  expectProblem(page, / 404$/)
  await saying('There is no')(page)
}

async function compared(page: Page) {
  await page.getByLabel('Description').fill('As it became')
  await page.getByLabel('File content').fill('[main]\nname=Main\nbaseurl=https://mirror.example.org/main/\nenabled=1\n')
  await save(page)
  await agree(page, 'Change YUM repo')
  await page.getByRole('button', { name: /^Undo: Changed/ }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Undo' }).getByRole('link').click()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  await titled(/^Compare/)(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  ['repos', { ...root, at: repos, until: listed('argo') }],
  ['repos-nothing-found', { ...root, at: `${repos}?name=zzz`, until: saying('No YUM repos match') }],
  ['repos-tenant', { ...tenantAdmin, at: '/ui/administration/yumrepos', until: listed('argo') }],
  ['repo-add-with-problems', { ...root, at: `${repos}/add`, until: withProblems }],
  ['repo-change', { ...root, at: `${repos}/argo-centos7`, until: described('metric templates') }],
  ['repo-warned', { ...root, at: newRepo, until: warned }],
  ['repo-renaming', { ...root, at: repoInUse, until: renaming }],
  ['repo-in-use', { ...root, at: repoInUse, until: refusedDelete('You cannot delete YUM repo') }],
  ['repo-read-only', { ...observer, at: `${repos}/argo-rocky9`, until: described('metric templates') }],
  [
    'repo-tenant',
    { ...tenantAdmin, at: '/ui/administration/yumrepos/epel-rocky9', until: described('metric templates') },
  ],
  ['repo-not-found', { ...root, at: `${repos}/none-rocky9`, until: notFound }],
  ['repo-compare', { ...root, at: newRepo, until: compared }],
  ['packages', { ...root, at: packages, until: listed('argo-external-tools') }],
  ['packages-tenant', { ...tenantAdmin, at: '/ui/administration/packages', until: listed('argo-probe-ams') }],
  ['package-add-with-problems', { ...root, at: `${packages}/add`, until: withProblems }],
  ['package-change', { ...root, at: `${packages}/argo-probe-ams-0.1.2`, until: used('1 probe version') }],
  ['package-present', { ...root, at: newPackage, until: present }],
  ['package-deleting', { ...root, at: newPackage, until: deleting }],
  ['package-saved', { ...root, at: newPackage, until: saved }],
  ['package-read-only', { ...observer, at: `${packages}/python-jess-present`, until: saying('This is a read-only') }],
  [
    'package-tenant',
    {
      ...tenantAdmin,
      at: '/ui/administration/packages/argo-probe-ams-0.1.2?version=0.1.0',
      until: used('1 probe version'),
    },
  ],
  ['package-history', { ...root, at: async () => `${await newPackage()}/history`, until: titled(/^Version history/) }],
  [
    'package-version',
    { ...root, at: async () => `${await newPackage()}/history/1`, until: titled(/^Package version 1/) },
  ],
]

testScreensOfKind(screens)
