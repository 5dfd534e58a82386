import { machineMetrics } from '@quatrain/contract/machine-api/lists.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { expect } from 'vitest'
import { aMetricProfile } from './src/metric-profiles.ts'
import { sendRequest } from './src/send-request.ts'
import { agree, logIn, message, save, title, typePair } from './src/steps.ts'
import { originOf, test } from './src/visits.ts'

const metric = 'argo.keycloak.login'

/** What a monitoring box of NORDIC receives: one object for each metric, with its name as the only key. */
async function whatTheBoxGets(): Promise<unknown> {
  const headers = { [apiKeyHeader]: 'demo-nordic' }
  const { status, body } = await sendRequest(originOf('nordic'), machineMetrics.path, { headers })
  expect(status).toBe(200)
  return body
}

const including = (settings: unknown) => expect.arrayContaining([{ [metric]: settings }])

test('an administrator changes a profile, its history shows the change, and the box receives the added metric', async ({
  open,
}) => {
  const name = await aMetricProfile()
  expect(await whatTheBoxGets()).not.toEqual(including(expect.anything()))

  const page = await open({ tenant: 'nordic', at: '/ui/' })
  await logIn(page, 'admin')
  await title(page, 'Administration').waitFor()
  await page.getByRole('region', { name: 'Configuration' }).getByRole('link', { name: 'Metric profiles' }).click()
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await title(page, `Change metric profile ${name}`).waitFor()
  await page.getByRole('button', { name: 'Insert below row 2' }).click()
  await typePair(page, 3, 'egi.aai.oidc', metric)
  await save(page)
  await agree(page, 'Change metric profile')
  await message(page, 'Metric profile successfully changed', `Metric ${metric} has been imported`).waitFor()

  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await page
    .getByRole('row', { name: /Added service-metric instance tuple/ })
    .getByRole('cell', { name: 'admin' })
    .waitFor()
  await page.getByRole('button', { name: 'Compare' }).click()
  const pairs = page.getByRole('region', { name: 'metric instances' })
  await pairs.getByRole('row', { name: `+ added egi.aai.oidc ${metric}` }).waitFor()

  const settings = { tags: ['aai', 'login', 'oidc'], probe: expect.any(String), config: expect.any(Object) }
  expect(await whatTheBoxGets()).toEqual(including(expect.objectContaining(settings)))
})
