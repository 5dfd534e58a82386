import { packageKey, yumRepoKey } from '@quatrain/contract/kit/kind-names.ts'
import { yumRepoLabel } from '@quatrain/contract/resources/yum-repo.ts'
import { expect } from 'vitest'
import { aPackage, aPlainName, aYumRepo } from './src/catalogue.ts'
import { agree, dialog, message, save, title } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, test } from './src/visits.ts'

const root = { as: 'admin' } as const

onlyInFullRun('a repo and its package link to each other', async ({ open }) => {
  const [name, version] = [aPlainName(), '1.4.0']
  const page = await open({ ...root, at: '/ui/yumrepos' })
  await page.getByRole('link', { name: 'Add' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Tag', { exact: true }).selectOption('Rocky 9')
  await page.getByLabel('File content').fill('[main]\nname=Main\n')
  await page.getByText('The section [main] has neither baseurl nor mirrorlist.').waitFor()
  await page.getByLabel('File content').fill('[main]\nname=Main\nbaseurl=https://repo.example.org/\n')
  await page.getByText('The section [main]').waitFor({ state: 'detached' })
  await page.getByLabel('Description').fill('Of a test')
  await page.keyboard.press('Control+s')
  await agree(page, 'Add YUM repo')
  await message(page, 'YUM repo successfully added').waitFor()

  await page.getByRole('navigation').getByRole('link', { name: 'Packages' }).first().click()
  await title(page, 'Select package to change').waitFor()
  await page.getByRole('link', { name: 'Add' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Version', { exact: true }).fill(version)
  await page.getByLabel('Rocky 9 repo').selectOption(`${name} (Rocky 9)`)
  await save(page)
  await agree(page, 'Add package')
  await message(page, 'Package successfully added').waitFor()

  await page.goto(new URL(`/ui/yumrepos/${yumRepoKey({ name, tag: 'Rocky 9' })}`, page.url()).href)
  await page.getByRole('link', { name: `${name} (${version})` }).click()
  await title(page, `Change package ${packageKey({ name, version })}`).waitFor()
  await page.getByText('No probe is in this package.').waitFor()
  expect(await page.getByLabel('Rocky 9 repo').inputValue()).toBe(`${name} (Rocky 9)`)
})

onlyInFullRun('a repo that is used cannot be deleted, and renaming it updates its packages', async ({ open }) => {
  const repo = await aYumRepo()
  const added = await aPackage({ repos: [yumRepoLabel(repo)] })
  const page = await open({ ...root, at: repo.path })
  await page.getByText('1 package', { exact: true }).waitFor()
  expectProblem(page, / 409$/)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const why = `You cannot delete YUM repo with associated packages: ${packageKey(added)}.`
  await message(page, 'Error', why).waitFor()

  await page.getByLabel('Name', { exact: true }).fill(`${repo.name}-main`)
  await save(page)
  await dialog(page, 'Change YUM repo').getByText('1 package will be changed:').waitFor()
  await agree(page, 'Change YUM repo')
  await page.getByRole('button', { name: /^Undo: Changed/ }).waitFor()
  await page.goto(new URL(`${added.path}/history`, page.url()).href)
  await page.getByText(`Deleted repo "${repo.name} (Rocky 9)". Added repo "${repo.name}-main (Rocky 9)".`).waitFor()
})

onlyInFullRun(
  'an administrator who edits a package that was renamed meanwhile sees both states and saves',
  async ({ open }) => {
    const repo = await aYumRepo()
    const [mine, theirs] = [await open({ ...root, at: repo.path }), await open({ ...root, at: repo.path })]
    await mine.getByLabel('Description').fill('Mine')
    await theirs.getByLabel('Name', { exact: true }).fill(`${repo.name}-b`)
    await save(theirs)
    await agree(theirs, 'Change YUM repo')
    await theirs.getByRole('button', { name: /^Undo: Changed/ }).waitFor()

    // The form reads its object by the old name first.
    expectProblem(mine, /yumrepos\/\S+ 404$/)
    expectProblem(mine, / 412$/)
    await save(mine)
    await mine.getByRole('button', { name: 'Continue with the result' }).click()
    await eventually(() => mine.getByLabel('Name', { exact: true }).inputValue()).toBe(`${repo.name}-b`)
    await save(mine)
    await agree(mine, 'Change YUM repo')
    await message(mine, 'YUM repo successfully changed').waitFor()
  },
)

test('a delete of a package is undone with one click', async ({ open }) => {
  const added = await aPackage()
  const page = await open({ ...root, at: added.path })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(page, 'Delete package')
  await page.getByRole('button', { name: /^Undo: Deleted/ }).click()
  await page
    .getByText(`Package ${packageKey(added)} is added again; its history goes on`)
    .first()
    .waitFor()
  await page.goto(new URL(added.path, page.url()).href)
  await title(page, `Change package ${packageKey(added)}`).waitFor()
})

onlyInFullRun('in a tenant the displayed version is in the address, and the keyboard changes it', async ({ open }) => {
  const page = await open({ tenant: 'nordic', as: 'admin', at: '/ui/administration/packages' })
  await page.getByRole('link', { name: 'argo-probe-ams', exact: true }).click()
  const version = page.getByLabel('Version', { exact: true })
  await version.selectOption('0.1.0')
  await eventually(() => new URL(page.url()).search).toBe('?version=0.1.0')
  await page.reload()
  await eventually(() => version.inputValue()).toBe('0.1.0')
  await page.getByRole('link', { name: 'argo (CentOS 7)' }).click()
  await title(page, 'YUM repo details argo-centos7').waitFor()
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
})
