import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/expect-success.ts'
import { aPassiveTemplate } from '#test/stored-samples.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

// Changes of the catalogue that tenants follow, collected by the super-tenant.

describe.each(databases)('a change request of the catalogue, on $name', (database) => {
  let server: TestApp
  let admin: Client
  let round = 0
  beforeAll(async () => {
    server = await startTestApp(database)
    const catalogue = await server.as('admin', 'super.test')
    await catalogue.send('POST', 'yumrepos', { name: 'base', tag: 'Rocky 9', content: '[base]', description: 'd' })
    const { body: webProbes } = await catalogue.send('GET', 'packages/web-probes-2.0.0')
    await catalogue.send('PUT', 'packages', { ...webProbes, repos: ['base (Rocky 9)'] }, whatever)
    for (const host of ['north.test', 'south.test'] as const) {
      const client = await server.as('admin', host)
      await client.send('POST', 'importmetrics', { metrictemplates: ['disk', 'web.http'] }, whatever)
    }
  })
  beforeEach(async () => {
    admin = await server.as('admin', 'super.test')
  })
  afterAll(() => server.close())

  /** Changes of a template and of a package, both of which tenants follow, and an add of the tag that the template gets. */
  async function writesOf(description: string, number: number) {
    const { body: template } = await admin.send('GET', 'metrictemplates/disk')
    const { body: listed } = await admin.send('GET', 'packages')
    const { name, version } = listed.find(({ name }: { name: string }) => name === 'web-probes')
    const { body: webProbes } = await admin.send('GET', `packages/${name}-${version}`)
    const tag = `tag${number}`
    return [
      {
        kind: 'package',
        operation: 'change',
        input: { ...webProbes, version: `2.${number}.0` },
      },
      {
        kind: 'metrictemplate',
        operation: 'change',
        input: { ...template, description, tags: [...template.tags, tag] },
      },
      { kind: 'metrictag', operation: 'add', input: { name: tag, metrics: [] } },
    ]
  }

  const descriptionIn = async (host: 'north.test' | 'south.test') =>
    (await (await server.as('admin', host)).send('GET', 'metric/disk')).body.description

  async function collect() {
    round += 1
    const description = `Round ${round}`
    const writes = await writesOf(description, round)
    const added = await admin.send('POST', 'changerequests', { title: description, writes })
    expectSuccess(added)
    return { id: added.body.id, description }
  }

  const preview = async (id: number) => (await admin.send('POST', `changerequests/${id}/preview`)).body
  const apply = (id: number) => admin.send('POST', `changerequests/${id}/settle`, { action: 'apply', effects: '*' })
  const descriptions = async () => [await descriptionIn('north.test'), await descriptionIn('south.test')]
  const packages = async () => (await admin.send('GET', 'packages')).body

  test('says which tenants follow later, who do when it is applied, and again when it is taken back', async () => {
    const [was] = await descriptions()
    const { id, description } = await collect()
    const { writes } = await preview(id)
    expect(writes.map(({ refusal }: { refusal: string }) => refusal)).toEqual(['', '', ''])
    const later = writes.map(
      ({ groups }: { groups: { later?: boolean; tenant: string; kind: string; count: number }[] }) =>
        groups.flatMap(({ later, tenant, kind, count }) => (later ? [`${tenant} ${kind} ${count}`] : [])),
    )
    expect(later).toEqual([[], ['NORTH metric 1', 'SOUTH metric 1'], ['NORTH metric 1', 'SOUTH metric 1']])

    expectSuccess(await apply(id))
    expect(await descriptions()).toEqual([was, was])
    await server.runRollOuts()
    expect(await descriptions()).toEqual([description, description])

    const inverse = await admin.send('POST', 'changerequests/inverse', { request: id })
    expectSuccess(inverse)
    expectSuccess(await apply(inverse.body.id))
    await server.runRollOuts()
    expect(await descriptions()).toEqual([was, was])
  })

  test('changes nothing if one of its writes is refused meanwhile', async () => {
    const { id } = await collect()
    const [stored, was] = [await packages(), await descriptions()]
    const { body: rival } = await admin.send('POST', 'metrictags', { name: `tag${round}`, metrics: [] })
    expect((await apply(id)).status).toBe(409)
    await server.runRollOuts()
    expect([await packages(), await descriptions()]).toEqual([stored, was])
    await admin.send('DELETE', `metrictags/${rival.name}`, undefined, whatever)
    expectSuccess(await apply(id))
    await server.runRollOuts()
  })

  test('meets saves of tenants that depend on metric templates without a deadlock', async () => {
    const { id, description } = await collect()
    const north = await server.as('admin', 'north.test')
    const saves = [1, 2, 3, 4].map((number) =>
      north.send('POST', 'metricprofiles', {
        name: `meanwhile ${number}`,
        groupname: 'operations',
        description: '',
        services: [{ service: 's', metric: 'disk' }],
      }),
    )
    const answers = await Promise.all([apply(id), ...saves])
    for (const answer of answers) expectSuccess(answer)
    await server.runRollOuts()
    expect(await descriptions()).toEqual([description, description])
  })

  test('adds a metric template after its parent, and says why each one of several is refused', async () => {
    const added = (name: string, parent: string) => ({
      kind: 'metrictemplate',
      operation: 'add',
      input: { ...aPassiveTemplate, name, parent },
    })
    const writes = [added('grandchild', 'child'), added('child', 'ancestor'), added('ancestor', '')]
    const refused = await admin.send('POST', 'changerequests', { title: 'Family', writes: writes.slice(0, 2) })
    const problem = 'Parent: Must be one of predefined metrics.'
    expect([refused.status, refused.body.fields]).toEqual([400, { 'writes.0': problem, 'writes.1': problem }])
    const { body } = expectSuccess(await admin.send('POST', 'changerequests', { title: 'Family', writes }))
    expect(body.writes.map(({ name }: { name: string }) => name)).toEqual(['ancestor', 'child', 'grandchild'])
    expectSuccess(await apply(body.id))
    expect((await admin.send('GET', 'metrictemplates/grandchild')).body.parent).toBe('child')
  })

  test('of the default ports is taken back with what others have changed since', async () => {
    const portsOf = async () =>
      Object.fromEntries(
        (await admin.send('GET', 'default_ports')).body.map(({ name, value }: Record<string, string>) => [name, value]),
      )
    const replaceAll = (ports: Readonly<Record<string, string>>) => ({
      ports: Object.entries(ports).map(([name, value]) => ({ name, value })),
    })
    const save = (ports: Readonly<Record<string, string>>) =>
      admin.send('POST', 'default_ports', replaceAll(ports), whatever)
    expectSuccess(await save({ A: '1', B: '2', C: '3' }))
    const input = replaceAll({ A: '10', C: '3', D: '4' })
    const writes = [{ kind: 'defaultport', operation: 'replaceAll', input }]
    const { id } = expectSuccess(await admin.send('POST', 'changerequests', { title: 'Ports', writes })).body
    expectSuccess(await apply(id))
    expect(await portsOf()).toEqual({ A: '10', C: '3', D: '4' })
    expectSuccess(await save({ A: '10', C: '30', D: '40', E: '5' }))
    const refused = await admin.send('POST', 'changerequests/inverse', { request: id })
    expect([refused.status, refused.body.detail]).toEqual([412, 'The default port D has been changed since.'])
    expectSuccess(await save({ A: '10', C: '30', D: '4', E: '5' }))
    const inverse = expectSuccess(await admin.send('POST', 'changerequests/inverse', { request: id }))
    expectSuccess(await apply(inverse.body.id))
    expect(await portsOf()).toEqual({ A: '1', B: '2', C: '30', E: '5' })
    expect((await admin.send('GET', `changerequests/${id}`)).body.state).toBe('reverted')
  })

  test('is taken back with the tag that its templates have added', async () => {
    const { body: template } = await admin.send('GET', 'metrictemplates/disk')
    const { body: second } = await admin.send('GET', 'metrictemplates/web.http')
    const tagsOfTemplate = async () => (await admin.send('GET', 'metrictemplates/disk')).body.tags
    const writes = [template, second].map((changed) => ({
      kind: 'metrictemplate',
      operation: 'change',
      input: { ...changed, tags: [...changed.tags, 'side effect'] },
    }))
    const { body: request } = expectSuccess(await admin.send('POST', 'changerequests', { title: 'Tag', writes }))
    expectSuccess(await apply(request.id))
    expect(await tagsOfTemplate()).toContain('side effect')
    const inverse = expectSuccess(await admin.send('POST', 'changerequests/inverse', { request: request.id }))
    expectSuccess(await apply(inverse.body.id))
    expect(await tagsOfTemplate()).toEqual(template.tags)
    expect((await admin.send('GET', 'metrictags/side%20effect')).status).toBe(404)
  })

  test('is not taken back with a tag that others have changed since', async () => {
    const { body: template } = await admin.send('GET', 'metrictemplates/disk')
    const writes = [
      { kind: 'metrictemplate', operation: 'change', input: { ...template, tags: [...template.tags, 'shared tag'] } },
    ]
    const { body: request } = expectSuccess(await admin.send('POST', 'changerequests', { title: 'Tag', writes }))
    expectSuccess(await apply(request.id))
    const { body: tag } = await admin.send('GET', 'metrictags/shared%20tag')
    const metrics = [...tag.metrics, 'web.http']
    expectSuccess(await admin.send('PUT', 'metrictags', { id: tag.id, name: tag.name, metrics }, whatever))
    const refused = await admin.send('POST', 'changerequests/inverse', { request: request.id })
    expect([refused.status, refused.body.detail]).toEqual([412, 'The metric tag shared tag has changed meanwhile.'])
  })

  test('has no delete of a metric template, which tenants follow before it is one', async () => {
    const writes = [{ kind: 'metrictemplate', operation: 'remove', input: { key: 'disk' } }]
    const { status, body } = await admin.send('POST', 'changerequests', { title: 'No disks', writes })
    expect([status, body.fields]).toEqual([400, { 'writes.0.kind': 'Change requests cannot remove metric templates' }])
  })
})
