import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleContent } from '#test/endpoint-samples.ts'
import { addSampled } from '#test/sampled.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

/** Kinds with names of their own that users add. Usernames must differ in more than capital letters. */
const named = allResources.filter(({ add, kind }) => add && Object.hasOwn(add.shape, 'name') && kind !== 'metric')

describe.each(databases)('a name that differs from another only in capital letters, on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addSampled(server)
  })
  afterAll(() => server.close())

  test.each(named)('is noted in the preview and in the response for a $kind', async (resource) => {
    const client = await server.as('admin', resource.access.super ? 'super.test' : 'north.test')
    const add = (name: string, query = '') =>
      client.send('POST', `${resource.path}${query}`, {
        ...sampleContent(resource, name),
        ...(Object.hasOwn(Object(resource.add?.shape), 'tenant') && { tenant: 'NORTH' }),
      })
    const one = await add('Twin')
    expect(one.status, JSON.stringify(one.body)).toBe(201)
    expect(String(one.body.warning)).not.toContain('There is also')
    const warning = expect.stringMatching(
      new RegExp(
        `^There is also the ${resource.label.one} (NORTH: )?Twin.*: the names differ only in capital letters\\.$`,
        'm',
      ),
    )
    expect((await add('twin', '?dry_run=true')).body.notices).toMatchObject({ warning })
    expect((await add('twin')).body).toMatchObject({ warning })
  })
})
