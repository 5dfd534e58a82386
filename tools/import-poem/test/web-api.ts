import { createdEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import type { TestApp } from '@quatrain/server/test/test-app.ts'
import { provisionTenant } from '@quatrain/webapi/tenants.ts'

const token = 'nordlab-web-api'
const profile = {
  name: 'REMOTE',
  description: 'From the Web API',
  services: [{ service: 'WEB', metrics: ['org.nordic.http'] }],
}
const reportOf = (id: string) => ({
  disabled: false,
  info: { name: 'Critical', description: 'Of the Web API' },
  topology_schema: { group: { type: 'NGI', group: { type: 'SITES' } } },
  profiles: [{ id, name: profile.name, type: 'metric' }],
  filter_tags: [],
})

/** Adds a metric profile and a report of NORDLAB to the Web API that the other system uses. Returns their ids. */
export async function fillWebApi(server: TestApp): Promise<{ readonly profile: string; readonly report: string }> {
  await provisionTenant(server.webApiDatabase, { name: 'NORDLAB', keys: [{ name: 'console', role: 'editor', token }] })
  const add = async (collection: string, document: object) => {
    const answer = await fetch(`${server.directWebApiUrl}/api/v2/${collection}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'x-api-key': token },
      body: JSON.stringify(document),
    })
    return createdEnvelope.parse(await answer.json()).data.id
  }
  const id = await add('metric_profiles', profile)
  await add('metric_profiles', { ...profile, name: 'ONLY_THERE' })
  return { profile: id, report: await add('reports', reportOf(id)) }
}
