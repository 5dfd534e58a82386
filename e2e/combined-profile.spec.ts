import { expect } from 'vitest'
import { aName, storedProfile } from './src/metric-profiles.ts'
import { agree, message, save, title, typePair } from './src/steps.ts'
import { originOf, test } from './src/visits.ts'

const origin = originOf('federation')

test('a profile of a combined tenant is the union of the profiles of the tenants that feed it', async ({ open }) => {
  const name = aName()
  const page = await open({ tenant: 'federation', as: 'ivo.quellmar', at: '/ui/metricprofiles/add' })
  await title(page, 'Add metric profile').waitFor()
  const requests: string[] = []
  page.on('request', (request) => requests.push(JSON.stringify([request.url(), request.headers()])))
  await page.getByLabel('Metric profile name').fill(name)
  await page.getByLabel('Group').selectOption('FEDERATION')
  await typePair(page, 1, 'web.check', 'generic.http.connect')

  const choose = (tenant: string, profile: string) =>
    page.getByRole('group', { name: tenant }).getByLabel('Metric profile').selectOption(profile)
  await choose('ALPINE', 'ALPINE_CLOUD')
  await page.getByText('17 pairs', { exact: true }).waitFor()
  await choose('NORDIC', 'NORDIC_CLOUD')
  // 16 and 18 pairs, of which 14 are in both, and one added by hand.
  await page.getByText('21 pairs', { exact: true }).waitFor()
  expect(await page.getByText('From ALPINE, NORDIC', { exact: true }).count()).toBe(14)
  expect(await page.getByText('From NORDIC', { exact: true }).count()).toBe(4)
  expect(await page.getByText('From ALPINE', { exact: true }).count()).toBe(2)

  await save(page)
  await agree(page, 'Add metric profile')
  await message(page, 'Metric profile successfully added').waitFor()
  const [stored, whole] = [await storedProfile(name, origin), await storedProfile('FEDERATION_CLOUD', origin)]
  expect(stored?.services).toHaveLength(21)
  expect(stored?.services).toEqual(expect.arrayContaining(whole?.services ?? []))
  // The browser asks only its own console, and has no key of the Web API.
  expect(requests.filter((request) => !request.includes(origin) || request.includes('x-api-key'))).toEqual([])
})
