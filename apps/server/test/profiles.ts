import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client, TestApp } from './test-app.ts'

/** Gives a tenant a metric profile with these metrics, which are imported with it. */
export async function addProfileTo(admin: Client, name: string, ...metrics: readonly string[]): Promise<void> {
  const services = metrics.map((metric) => ({ service: 'portal', metric }))
  const profile = { name, groupname: 'operations', description: '', services }
  expect((await admin.send('POST', 'metricprofiles', profile)).status).toBe(201)
}

/** Removes the profiles and metrics of earlier tests from the tenants, in both stores. */
export async function resetProfiles(server: TestApp): Promise<void> {
  for (const [name, host] of [
    ['NORTH', 'north.test'],
    ['SOUTH', 'south.test'],
  ] as const) {
    const client = await server.as('admin', host)
    for (const { apiid } of (await client.send('GET', 'metricprofiles')).body) {
      await client.send('DELETE', `metricprofiles/${apiid}`, undefined, { 'if-match': '*' })
    }
    await sql`delete from metrics`.execute(await server.tenant(name))
  }
}

/** The profiles in the Web API, each as `profile metric metric`. */
export async function profilesInWebApi(admin: Client): Promise<string[]> {
  const { body } = await admin.send('GET', '/api/v2/webapi/metric_profiles')
  return body.data
    .map(({ name, services }: { name: string; services: { metrics: string[] }[] }) =>
      [name, ...services.flatMap(({ metrics }) => metrics)].join(' '),
    )
    .sort()
}
