import { databases } from '@quatrain/platform/testing/databases.ts'
import { expect, test } from 'vitest'
import { differences } from '#kit/two-stores/differences.ts'
import { startTestApp } from '#test/test-app.ts'
import { metricProfileStores } from './metric-profiles.stores.ts'

test.each(databases)('differences between the two stores are found in both directions, on $name', async (kind) => {
  const server = await startTestApp(kind)
  const admin = await server.as('admin')
  const ctx = await server.context('NORTH')
  const { metricProfiles } = ctx.webApi
  const found = async () => (await differences(ctx, metricProfileStores)).map(({ name, in: where }) => [name, where])
  const add = async (name: string): Promise<string> => {
    const services = [{ service: 's', metric: 'disk' }]
    return (await admin.send('POST', 'metricprofiles', { name, groupname: 'operations', description: '', services }))
      .body.apiid
  }
  const [, changed, removed] = [await add('equal'), await add('changed'), await add('removed')]
  expect(await found()).toEqual([])
  await metricProfiles.change(changed, { name: 'changed', description: 'Past the console.', services: [] }, undefined)
  await metricProfiles.remove(removed)
  await metricProfiles.add({ name: 'unknown', description: '', services: [] })
  expect(await found()).toEqual([
    ['changed', 'both'],
    ['removed', 'console'],
    ['unknown', 'web-api'],
  ])
  await server.close()
})
