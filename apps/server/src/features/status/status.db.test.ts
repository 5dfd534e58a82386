import { type InstallationStatus, maxComparisons } from '@quatrain/contract/console/status.ts'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { signIn, until } from '#test/console-process.ts'
import { webApiToken } from '#test/seed.ts'
import { aConsole, aWebApi, furnish } from '#test/two-processes.ts'

test.each(serverDatabases)('the status names processes, differing tenants and what fails on $name', async (kind) => {
  const database = await kind.open()
  onTestFinished(() => database.close())
  const owner = await furnish(database)
  await sql`update tenants set domain_url = 'localhost' where schema_name = 'public'`.execute(owner)
  const webApi = await aWebApi(kind)
  const settings = {
    QUATRAIN_DATABASE_URL: database.url ?? '',
    QUATRAIN_WEBAPI_URL: webApi.url,
    // Comparisons follow each other.
    QUATRAIN_COMPARE_HOURS: '0.0001',
  }
  const [one, other] = [await aConsole(settings), await aConsole(settings)]
  const browser = await signIn(one.url)
  const admin = await signIn(other.url.replace('127.0.0.1', 'localhost'))
  const status = async (): Promise<InstallationStatus> => {
    const { status, body } = await admin.send('GET', 'status')
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const found = async (subject: string) =>
    (await status()).checks.filter((check) => check.subject === subject).map(({ level, text }) => `${level}: ${text}`)

  expect((await browser.send('GET', 'status')).status).not.toBe(200)
  expect(await found('Web API')).toContain(`ok: The Web API answers at ${webApi.url}.`)
  expect(await found('Backup')).toEqual([expect.stringMatching(/^warning: No backup is known/)])
  const { processes } = await status()
  expect(processes.map(({ pid }) => pid).toSorted()).toEqual([one.pid, other.pid].toSorted())
  expect(processes.every(({ started_at, seen_at }) => started_at <= seen_at)).toBe(true)
  const compared = async () => (await status()).comparisons
  const others = (await compared()).compared + (await compared()).waiting

  const profile = {
    name: 'LOST',
    groupname: 'operations',
    description: '',
    services: [{ service: 's', metric: 'disk' }],
  }
  const { body } = await browser.send('POST', 'metricprofiles', profile)
  const headers = { 'x-api-key': webApiToken('NORTH'), accept: 'application/json' }
  await fetch(`${webApi.url}/api/v2/metric_profiles/${body.apiid}`, { method: 'DELETE', headers })
  await until('the difference is found', async () =>
    (await compared()).first.some(({ tenant, differences }) => tenant === 'NORTH' && differences === 1),
  )
  await until('every tenant is compared', async () => (await compared()).compared === others)

  await one.kill()
  webApi.behave({ kind: 'refuse', status: 503, details: 'Closed for maintenance.' })
  await until('the failure is found', async () =>
    (await compared()).first.some(({ tenant, failure }) => tenant === 'NORTH' && failure.includes('maintenance')),
  )
  const lastOf = async (pid: number) =>
    Date.parse((await status()).processes.find((process) => process.pid === pid)?.seen_at ?? '')
  const last = await lastOf(one.pid)
  await until('the other process reports later', async () => (await lastOf(other.pid)) > last)
  expect(await lastOf(one.pid), 'the killed process reports no more').toBe(last)
  await webApi.close()
  expect(await found('Web API')).toEqual([expect.stringMatching(/^error: The Web API does not answer at/)])
  expect((await compared()).first.length).toBeLessThanOrEqual(maxComparisons)
})
