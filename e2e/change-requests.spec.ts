import { addChangeRequest } from '@quatrain/contract/change-requests/change-request.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { storedObject } from './src/added-objects.ts'
import { overflow } from './src/layout.ts'
import { aMetricProfile, aName, pathOf, storedProfile, usualPairs } from './src/metric-profiles.ts'
import { appearances, setAppearance, takePicture } from './src/pictures.ts'
import { type Screen, saying, testScreens } from './src/screens.ts'
import { sendRequest } from './src/send-request.ts'
import { sharedSession } from './src/session.ts'
import { agree, dialog, message, save } from './src/steps.ts'
import { aThresholdsProfile, thresholdsPath } from './src/thresholds-profiles.ts'
import { eventually, originOf, test } from './src/visits.ts'

const origin = originOf('nordic')

test('two changes are collected, reviewed by another person, applied as one and confirmed', async ({ open }) => {
  const [changedName, deletedName] = [await aMetricProfile(), await aMetricProfile()]
  const request = aName()
  const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: pathOf(changedName) })
  await page.getByLabel('Description (optional)', { exact: true }).fill('As it will be')
  await page.getByRole('button', { name: 'Add to change request' }).click()
  const adding = dialog(page, 'Add to change request')
  await adding.getByLabel('Title', { exact: true }).fill(request)
  expect(await accessibilityProblems(page)).toEqual([])
  await adding.getByRole('button', { name: 'Add to change request' }).click()
  await message(page, request).waitFor()
  await page.getByRole('heading', { level: 1, name: request }).waitFor()

  await page.goto(`${origin}${pathOf(deletedName)}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page, 'Delete metric profile').getByRole('button', { name: 'Add to change request' }).click()
  // The request that was changed last is proposed.
  await adding.getByRole('button', { name: 'Add to change request' }).click()
  await page.getByText('2 changes, in the order in which they will be made, all or none.').waitFor()
  await page.getByRole('region', { name: `Delete metric profile ${deletedName}` }).waitFor()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await dialog(page, `Submit for review: ${request}`).getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('in review').waitFor()
  expect((await storedProfile(changedName))?.description).toBe('As it was')

  const reviewing = await open({ tenant: 'nordic', as: 'admin', at: '/ui/changerequests' })
  await reviewing.getByRole('row').filter({ hasText: request }).getByText('waits for you').waitFor()
  await reviewing.getByRole('link', { name: request }).click()
  await reviewing
    .getByRole('region', { name: `Change metric profile ${changedName}` })
    .getByText('Description')
    .waitFor()
  expect(await accessibilityProblems(reviewing)).toEqual([])
  for (const step of ['Approve', 'Apply']) {
    await reviewing.getByRole('button', { name: step, exact: true }).click()
    const asking = dialog(reviewing, `${step}: ${request}`)
    if (step === 'Apply') {
      await asking.getByLabel('Minutes to confirm it').fill('60')
      await takePicture(reviewing, 'apply-request')
      expect(await accessibilityProblems(reviewing)).toEqual([])
    }
    await asking.getByRole('button', { name: step }).click()
  }
  await message(reviewing, 'Applied').waitFor()
  await eventually(async () => [await storedProfile(changedName), await storedProfile(deletedName)]).toMatchObject([
    { description: 'As it will be' },
    undefined,
  ])

  await page.goto(`${origin}/ui/home`)
  const notice = page.getByRole('status').filter({ hasText: request })
  await notice.getByText('Unless it is confirmed, it is taken back in').waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  for (const { scheme, size } of appearances) {
    await setAppearance(page, scheme, size)
    await takePicture(page, `unconfirmed-request.${size.width}.${scheme}`)
    expect([await overflow(page), await accessibilityProblems(page)]).toEqual([0, []])
  }
  await notice.getByRole('link', { name: request }).click()
  await page.getByText('taken back unless confirmed by').waitFor()
  await notice.getByRole('button', { name: 'Confirm' }).click()
  await dialog(page, `Confirm: ${request}`).getByRole('button', { name: 'Confirm' }).click()
  await message(page, 'Confirmed').waitFor()
  await notice.waitFor({ state: 'detached' })
  await page.getByText('confirmed it').waitFor()
})

test('a rule closes direct saves: what a member adds to a request is approved by a superuser, and applied', async ({
  open,
}) => {
  const [profile, request] = [await aThresholdsProfile(), aName()]
  const admin = await open({ tenant: 'nordic', as: 'admin', at: '/ui/changerequests' })
  await admin.getByRole('link', { name: 'Rule', exact: true }).click()
  const setRule = async () => {
    await save(admin)
    await agree(admin, 'Change rule of change requests')
    await message(admin, 'Rule of change requests successfully changed').first().waitFor()
  }
  await admin.getByRole('combobox', { name: 'Kinds' }).click()
  await admin.getByRole('option', { name: 'Thresholds profiles', exact: true }).click()
  await admin.keyboard.press('Escape')
  await admin.getByText('Thresholds profiles are changed by change requests only').waitFor()
  expect(await accessibilityProblems(admin)).toEqual([])
  await setRule()
  try {
    await admin.getByRole('region', { name: 'Last changes of the rule' }).getByText('admin').first().waitFor()
    expect(await accessibilityProblems(admin)).toEqual([])

    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: thresholdsPath(profile) })
    await page.getByText('thresholds profiles are changed by change requests only').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(page, 'Delete thresholds profile').getByRole('button', { name: 'Add to change request' }).click()
    const adding = dialog(page, 'Add to change request')
    await adding.getByLabel('Title', { exact: true }).fill(request)
    await adding.getByRole('button', { name: 'Add to change request' }).click()
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await dialog(page, `Submit for review: ${request}`).getByRole('button', { name: 'Submit for review' }).click()
    await page.getByText('in review').waitFor()

    const reviewing = await open({ tenant: 'nordic', as: 'admin', at: '/ui/changerequests' })
    await reviewing.getByRole('link', { name: request }).click()
    for (const step of ['Approve', 'Apply']) {
      await reviewing.getByRole('button', { name: step, exact: true }).click()
      await dialog(reviewing, `${step}: ${request}`).getByRole('button', { name: step }).click()
    }
    await message(reviewing, 'Applied').waitFor()
    await eventually(() => storedObject(origin, thresholdsProfiles, profile)).toBeUndefined()
  } finally {
    // The next test of this window saves directly.
    await admin.getByRole('combobox', { name: 'Kinds' }).press('Backspace')
    await setRule()
  }
})

/** The page of a request with an add, a change and a delete, and one that cannot be made any more. */
async function aRequest(): Promise<string> {
  const { headers } = await sharedSession(origin, 'admin')
  const [changedName, deletedName, name] = [await aMetricProfile(), await aMetricProfile(), aName()]
  const [changed, deleted] = [await storedProfile(changedName), await storedProfile(deletedName)]
  const { kind } = metricProfiles
  const body = {
    title: `Checks of the new storage ${name}`,
    description: 'The old storage is switched off on Friday.',
    link: 'https://tickets.example.org/4711',
    writes: [
      { kind, operation: 'add', input: { name, groupname: 'NORDIC', description: 'New', services: usualPairs } },
      { kind, operation: 'change', input: { ...changed, description: 'As it will be', services: usualPairs.slice(1) } },
      { kind, operation: 'remove', input: { key: deleted?.apiid } },
    ],
  }
  const { method, path } = addChangeRequest
  const { status, body: answer } = await sendRequest(origin, path, { method, headers, body })
  expect(status, JSON.stringify(answer)).toBeLessThan(300)
  return `/ui/changerequests/${addChangeRequest.answer.parse(answer).id}`
}

const administrator = { tenant: 'nordic', as: 'admin' }
const screens: readonly (readonly [string, Screen])[] = [
  ['change-request', { ...administrator, at: aRequest, until: saying('3 changes, in the order in which') }],
  ['change-rule', { ...administrator, at: '/ui/administration/changerule', until: saying('saved directly. A change') }],
  ['change-requests', { ...administrator, at: '/ui/changerequests', until: saying('Last changed') }],
]
testScreens(screens)
