import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { otherProfiles } from '#test/stored-samples.ts'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { addReferenced } from '#test/two-store-kinds.ts'
import { aWrite, expectDone, methodOf, openIntents, storesOf } from '#test/two-stores.ts'

const whatever = { 'if-match': '*' }

describe.each(databases)('writes between the two stores on $name', (kind) => {
  let server: TestApp
  let admin: Client
  let catalogue: Client
  beforeEach(async () => {
    await server?.close()
    server = await startTestApp(kind)
    admin = await server.as('admin')
    catalogue = await server.as('admin', 'super.test')
  })
  afterAll(() => server.close())

  const profile = (metrics: readonly string[]) => ({
    name: 'core',
    groupname: 'operations',
    description: '',
    services: metrics.map((metric) => ({ service: 's', metric })),
  })
  const renameTemplate = async (name: string) => {
    const { package: _, ...template } = (await catalogue.send('GET', `metrictemplates/${name}`)).body
    const { status } = await catalogue.send(
      'PUT',
      'metrictemplates',
      { ...template, name: `${name}.renamed` },
      whatever,
    )
    expect(status).toBe(200)
  }
  const deleteTemplate = async (name: string) =>
    expect((await catalogue.send('DELETE', `metrictemplates/${name}`, undefined, whatever)).status).toBeLessThan(300)

  const recordAnything = async () => {
    const lists = { global_attributes: [], host_attributes: [], metric_parameters: [] }
    expect((await admin.send('POST', 'metricconfiguration', { name: 'other', ...lists })).status).toBe(201)
  }

  const events: [string, (name: string) => Promise<void>][] = [
    ['renamed', renameTemplate],
    ['deleted', deleteTemplate],
  ]
  const writes = ['add', 'change'] as const
  const places = ['before', 'after'] as const

  describe.each(events)('a metric template is %s', (_, happens) => {
    describe.each(writes)('while it is in the input of an %s', (action) => {
      test.each(places)(
        '%s its remote write: the write is refused, and neither store refers to the template',
        async (where) => {
          const stored =
            action === 'change' ? await admin.send('POST', 'metricprofiles', profile(['passive'])) : undefined
          const work = async () => {
            server.webApi.recover()
            await happens('web.tls')
          }
          server.webApi.behave({ kind: 'wait', [where]: work }, methodOf[action])
          const input = { ...profile(['passive', 'web.tls']), ...(stored && { apiid: stored.body.apiid }) }
          const { status, body } = await (stored
            ? admin.send('PUT', 'metricprofiles', input, { 'if-match': stored.etag ?? '' })
            : admin.send('POST', 'metricprofiles', input))
          expect([status, body.fields]).toEqual([400, { 'services.1.metric': 'Must be one of predefined metrics' }])
          const { ours, theirs } = await storesOf(server, 'core')
          expect(ours).toEqual(theirs)
          expect(ours.map(({ content }) => content)).toEqual(stored ? [['', ['s/passive']]] : [])
          expect(await openIntents(server)).toEqual([])
          const metrics = (await admin.send('GET', 'metric')).body.map(({ name }: { name: string }) => name)
          expect(metrics).toEqual(stored ? ['passive'] : [])
        },
      )
    })
  })

  test('the group of a profile is renamed while the profile is deleted: the history has it as it was last', async () => {
    const { apiid } = (await admin.send('POST', 'metricprofiles', profile(['passive']))).body
    const work = async () => {
      server.webApi.recover()
      const { id, result: items } = (await admin.send('GET', 'metricprofilesgroup/operations')).body
      const renamed = await admin.send('PUT', 'metricprofilesgroup', { id, name: 'ops', items }, whatever)
      expect(renamed.status).toBe(200)
    }
    server.webApi.behave({ kind: 'wait', after: work }, 'DELETE')
    expect((await admin.send('DELETE', `metricprofiles/${apiid}`, undefined, whatever)).status).toBeLessThan(300)
    const [deletion] = (await admin.send('GET', 'changes?kind=metricprofile')).body.rows
    const { change } = (await admin.send('GET', `changes/${deletion.number}`)).body
    expect(change).toMatchObject({ action: 'delete', before: { groupname: 'ops' } })
  })

  test('an object that is renamed before its delete is claimed is claimed by its new name', async () => {
    await addReferenced(server)
    const content = { ...otherProfiles.reports, groupname: 'operations', description: 'd', disabled: false }
    const { body: report } = await admin.send('POST', 'reports', { ...content, name: 'daily' })
    const claims: Awaited<ReturnType<typeof openIntents>> = []
    const rename = async () => {
      server.webApi.recover()
      const renamed = await admin.send('PUT', 'reports', { ...report, name: 'nightly' }, whatever)
      expect([renamed.status, renamed.body.detail]).toEqual([200, undefined])
      const readClaims = async () => void claims.push(...(await openIntents(server)))
      server.webApi.behave({ kind: 'wait', before: readClaims }, 'DELETE')
    }
    server.webApi.behave({ kind: 'wait', before: rename }, 'GET')
    const { status, body } = await admin.send('DELETE', `reports/${report.apiid}`, undefined, whatever)
    expect([status, body?.detail]).toEqual([204, undefined])
    expect(claims).toMatchObject([{ key: 'nightly', action: 'delete' }])
    expect(await openIntents(server)).toEqual([])
    expect((await admin.send('GET', 'reports')).body).toEqual([])
  })

  test('another write of the tenant meanwhile does not disturb it', async () => {
    const work = async () => {
      server.webApi.recover()
      await recordAnything()
    }
    server.webApi.behave({ kind: 'wait', after: work }, 'POST')
    expect((await admin.send('POST', 'metricprofiles', profile(['web.tls']))).status).toBe(201)
    const { ours, theirs } = await storesOf(server, 'core')
    expect(ours).toEqual(theirs)
    expect(ours).toHaveLength(1)
  })

  test('a group that is deleted meanwhile is named in the refusal', async () => {
    const work = async () => {
      server.webApi.recover()
      expect((await admin.send('DELETE', 'metricprofilesgroup/network', undefined, whatever)).status).toBeLessThan(300)
    }
    server.webApi.behave({ kind: 'wait', after: work }, 'POST')
    const answer = await admin.send('POST', 'metricprofiles', { ...profile(['disk']), groupname: 'network' })
    expect([answer.status, answer.body.detail]).toEqual([404, 'Group of metric profiles not found.'])
    expect(await storesOf(server, 'core')).toEqual({ ours: [], theirs: [] })
  })

  test('lists and profiles can be read, and others can write, while a write waits for the Web API', async () => {
    const write = await aWrite(server, 'change')
    const answered = Promise.withResolvers<void>()
    const reached = new Promise<void>((resolve) => {
      const before = () => {
        resolve()
        return answered.promise
      }
      server.webApi.behave({ kind: 'wait', before }, 'PUT')
    })
    const saving = write.send()
    await reached
    const calls = server.webApi.calls.length
    expect((await admin.send('GET', 'metricprofiles')).status).toBe(200)
    expect((await admin.send('GET', `metricprofiles/${write.name}`)).body.description).toBe('As it was.')
    expect((await admin.send('GET', `tenantversion/metricprofile/${write.name}`)).body).toHaveLength(1)
    expect(server.webApi.calls).toHaveLength(calls)
    const other = await aWrite(server, 'add')
    expect((await other.send()).status).toBe(201)
    answered.resolve()
    expect((await saving).status).toBe(200)
    await expectDone(server, write)
  })
})
