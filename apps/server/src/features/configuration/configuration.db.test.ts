import type { Configuration, ConfigurationPlan, ManagedObject } from '@quatrain/contract/configuration/configuration.ts'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { expectSuccess } from '#test/expect-success.ts'
import { type Answer, type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { addReferenced, twoStoreKinds } from '#test/two-store-kinds.ts'

type Objects = Pick<Configuration['objects'][number], 'kind' | 'name' | 'spec'>[]
interface Submitted {
  readonly objects: readonly object[]
  readonly owner?: string
  readonly prune?: boolean
  readonly adopt?: boolean
}

const objectsOf = async (client: Client): Promise<Objects> => {
  const { body } = await client.send('GET', 'configuration')
  return body.objects.map(({ kind, name, spec }: Objects[number]) => ({ kind, name, spec }))
}

const planOf = async (client: Client, { objects, owner = 'git', prune = false }: Submitted): Promise<Answer> =>
  client.send('POST', 'configuration/plan', { objects, owner, prune })

/** The answer of the first call that fails, else of the apply. */
async function apply(client: Client, submitted: Submitted, meanwhile?: () => Promise<unknown>): Promise<Answer> {
  const { objects, owner = 'git', prune = false, adopt = false } = submitted
  const planned = await planOf(client, submitted)
  if (planned.status !== 200) return planned
  const { writes, effects }: ConfigurationPlan = planned.body
  const managed = { owner, link: 'https://git.example.org/north', commit: 'a1b2c3', objects, adopt, prune }
  const added = await client.send('POST', 'changerequests', { title: 'From files', writes, managed })
  if (added.status !== 201) return added
  await meanwhile?.()
  return client.send('POST', `changerequests/${added.body.id}/settle`, { action: 'apply', effects: effects.preview })
}

const managedBy = async (client: Client) =>
  (await client.send('GET', 'configuration/managed')).body.map(
    ({ owner, name, state }: { owner: string; name: string; state: string }) => `${owner} ${name} ${state}`,
  )

const override = (name: string, value = 'b') => ({
  kind: 'metricoverride',
  name,
  spec: { global_attributes: [{ attribute: 'a', value }] },
})

describe.each(databases)('the configuration as files, on $name', (database) => {
  let server: TestApp
  let admin: Client
  let other: Client
  beforeAll(async () => {
    server = await startTestApp(database)
    admin = await server.as('admin')
    other = await server.as('admin', 'south.test')
    await admin.send('POST', 'importmetrics', { metrictemplates: ['disk', 'web.http'] }, whatever)
    await addReferenced(server)
    for (const kind of twoStoreKinds) {
      const content = { name: `${kind.path} 1`, groupname: 'operations', ...kind.content }
      expectSuccess(await admin.send('POST', kind.path, content))
    }
    const services = { servicetypes: ['from.console', 'second'].map((name) => ({ name, description: 'Added here' })) }
    expectSuccess(await admin.send('POST', 'addservicetypes', services))
  })
  afterAll(() => server.close())

  test('an emptied tenant gets everything back: nothing differs', async () => {
    const objects = await objectsOf(admin)
    const kinds = ['servicetype', 'metric', 'metricprofile', 'thresholdsprofile', 'aggregationprofile', 'report']
    expect([...new Set(objects.map(({ kind }) => kind))]).toEqual(kinds)
    expect(objects.filter(({ kind }) => kind === 'servicetype')).toEqual([
      { kind: 'servicetype', name: 'from.console', spec: { description: 'Added here' } },
      { kind: 'servicetype', name: 'second', spec: { description: 'Added here' } },
    ])
    const before = await other.send('GET', 'configuration')
    const first = await planOf(admin, { objects })
    expect([first.body.writes, new Set(first.body.changes.map(({ action }: { action: string }) => action))]).toEqual([
      [],
      new Set(['adopt']),
    ])
    expectSuccess(await apply(admin, { objects, adopt: true }))
    expect((await managedBy(admin)).every((line: string) => line.endsWith(' same'))).toBe(true)
    expectSuccess(await apply(admin, { objects: [], prune: true }))
    expect([await objectsOf(admin), await managedBy(admin)]).toEqual([[], []])
    expectSuccess(await apply(admin, { objects: objects.toReversed() }))
    expect(await objectsOf(admin)).toEqual(objects)
    const again = await planOf(admin, { objects })
    expect([again.body.changes, again.body.writes]).toEqual([[], []])
    expect((await other.send('GET', 'configuration')).body).toEqual(before.body)
    expectSuccess(await apply(admin, { objects: [], prune: true }))
  })

  test('what others manage is neither changed, taken over nor removed, unless it is adopted', async () => {
    const ours = override('ours')
    expectSuccess(await apply(admin, { objects: [ours] }))
    expectSuccess(await apply(admin, { objects: [override('theirs')], owner: 'other' }))
    const byHand = { name: 'byhand', host_attributes: [], metric_parameters: [], ...override('').spec }
    expectSuccess(await admin.send('POST', 'metricconfiguration', byHand))

    const foreign = { objects: [ours, override('theirs', 'c'), override('byhand')] }
    const refused = await apply(admin, foreign)
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      {
        managed:
          'The metric configuration override byhand is managed by people. The metric configuration override theirs is managed by other. Adopt it to manage it.',
      },
    ])
    const { changes } = (await planOf(admin, foreign)).body
    expect(changes).toEqual([
      { action: 'change', kind: 'metricoverride', name: 'theirs', managed_by: 'other' },
      { action: 'adopt', kind: 'metricoverride', name: 'byhand', managed_by: '' },
    ])
    const removal = { kind: 'metricoverride', operation: 'remove', input: { key: 'theirs' } }
    const managed = { owner: 'git', objects: [], adopt: true }
    const removed = await admin.send('POST', 'changerequests', { title: 'x', writes: [removal], managed })
    expect(removed.body.fields.managed).toMatch(/^The metric configuration override theirs is managed by other\./)

    expectSuccess(await apply(admin, { ...foreign, adopt: true }))
    expect(await managedBy(admin)).toEqual(['git byhand same', 'git ours same', 'git theirs same'])
    const left = await planOf(admin, { objects: [ours] })
    expect([left.body.changes, left.body.left.map(({ name }: { name: string }) => name)]).toEqual([
      [],
      ['byhand', 'theirs'],
    ])
    expectSuccess(await apply(admin, { objects: [ours], prune: true }))
    expect(await managedBy(admin)).toEqual(['git ours same'])
    expect(await managedBy(other)).toEqual([])
  })

  test('what people change or delete shows, and the next apply takes it back', async () => {
    const objects = [override('changed'), override('deleted'), override('ours')]
    expectSuccess(await apply(admin, { objects }))
    const { body } = await admin.send('GET', 'metricconfiguration/changed')
    const edited = { ...body, global_attributes: [{ attribute: 'a', value: 'by hand' }] }
    expectSuccess(await admin.send('PUT', 'metricconfiguration', edited, whatever))
    expectSuccess(await admin.send('DELETE', 'metricconfiguration/deleted', undefined, whatever))
    expect(await managedBy(admin)).toEqual(['git changed changed', 'git deleted missing', 'git ours same'])
    const one = await admin.send('GET', 'configuration/managed?kind=metricoverride&name=changed')
    expect(one.body).toMatchObject([{ owner: 'git', link: 'https://git.example.org/north', commit: 'a1b2c3' }])
    expectSuccess(await apply(admin, { objects }))
    expect(await managedBy(admin)).toEqual(['git changed same', 'git deleted same', 'git ours same'])
  })

  test('a plan that is not true any more is refused; what it is based on is merged if that is sent', async () => {
    const objects = [override('ours', 'new')]
    const { body: stored } = await admin.send('GET', 'metricconfiguration/ours')
    const save = (host: string) => {
      const host_attributes = [{ hostname: host, attribute: 'x', value: 'y' }]
      return admin.send('PUT', 'metricconfiguration', { ...stored, host_attributes }, whatever)
    }
    const planned: ConfigurationPlan = (await planOf(admin, { objects })).body
    const stale = await apply(admin, { objects }, () => save('a.example.org'))
    expect([stale.status, stale.body.code]).toEqual([412, 'stale_version'])
    const managed = { owner: 'git', objects }
    const merged = await admin.send('POST', 'changerequests', { title: 'Merged', writes: planned.writes, managed })
    expectSuccess(merged)
    expectSuccess(
      await admin.send('POST', `changerequests/${merged.body.id}/settle`, { action: 'apply', effects: '*' }),
    )
    expect((await admin.send('GET', 'metricconfiguration/ours')).body).toMatchObject({
      global_attributes: [{ value: 'new' }],
      host_attributes: [{ hostname: 'a.example.org' }],
    })
    expect(merged.body.managed).toEqual({ owner: 'git', link: '', commit: '' })
  })

  test('an object is renamed, and its former name is not managed any more', async () => {
    expectSuccess(await apply(admin, { objects: [override('former')], prune: true }))
    const { body } = await admin.send('GET', 'metricconfiguration/former')
    const renamed = { ...override('renamed'), former_names: ['former', 'older'] }
    const { changes } = (await planOf(admin, { objects: [renamed], prune: true })).body
    expect(changes).toEqual([{ action: 'change', kind: 'metricoverride', name: 'renamed', former_name: 'former' }])
    const { writes, effects } = (await planOf(admin, { objects: [renamed], prune: true })).body
    const managed = { owner: 'git', objects: [{ ...override('renamed'), former_name: 'former' }], prune: true }
    const { body: request } = expectSuccess(
      await admin.send('POST', 'changerequests', { title: 'Rename', writes, managed }),
    )
    const settled = { action: 'apply', effects: effects.preview }
    expectSuccess(await admin.send('POST', `changerequests/${request.id}/settle`, settled))
    expect((await admin.send('GET', 'metricconfiguration/renamed')).body.id).toBe(body.id)
    expect(await managedBy(admin)).toEqual(['git renamed same'])
    const profile = { kind: 'metricprofile', name: 'B', spec: { groupname: 'operations' }, former_names: ['A'] }
    await admin.send('POST', 'metricprofiles', { name: 'A', groupname: 'operations', description: '', services: [] })
    expect((await planOf(admin, { objects: [profile] })).body.fields).toEqual({
      'objects.0.former_names': 'Metric profiles cannot be renamed',
    })
  })

  test('an object that files and people rename at once stays as people call it, and is added as files do', async () => {
    expectSuccess(await apply(admin, { objects: [override('former')], prune: true }))
    const { body } = await admin.send('GET', 'metricconfiguration/former')
    const renamed = { ...override('infiles'), former_names: ['former'] }
    const { body: plan } = await planOf(admin, { objects: [renamed], prune: true })
    expectSuccess(await admin.send('PUT', 'metricconfiguration', { ...body, name: 'byhand' }, whatever))
    const managed = { owner: 'git', objects: [{ ...override('infiles'), former_name: 'former' }], prune: true }
    const stale = await admin.send('POST', 'changerequests', { title: 'Rename', writes: plan.writes, managed })
    expect(stale.body.fields).toEqual({ 'writes.0': expect.stringMatching(/was changed differently meanwhile: name/) })
    expectSuccess(await apply(admin, { objects: [override('infiles')], prune: true }))
    expect((await admin.send('GET', 'metricconfiguration/byhand')).body.id).toBe(body.id)
    expect(await managedBy(admin)).toEqual(['git infiles same'])
    expectSuccess(await admin.send('DELETE', 'metricconfiguration/byhand', undefined, whatever))
  })

  test('all problems of the files are named with their places, and nothing is written', async () => {
    const { status, body } = await planOf(admin, {
      objects: [
        { kind: 'metricprofile', name: 'x', spec: { groupname: '', services: [{ service: 's' }], colour: 'red' } },
        { kind: 'user', name: 'x', spec: {} },
        { kind: 'probe', name: 'x', spec: {} },
        override('ours'),
        override('ours'),
        { kind: 'report', name: 'add', spec: {} },
      ],
    })
    expect([status, body.fields]).toEqual([
      400,
      {
        'objects.0.spec.colour': 'Unknown field',
        'objects.0.spec.groupname': 'Required',
        'objects.0.spec.services.0.metric': 'Required',
        'objects.1.kind': 'Files of this console cannot have such objects',
        'objects.2.kind': 'Files of this console cannot have such objects',
        'objects.4.name': 'Two files are about this object',
        'objects.5.name': 'This name is reserved',
        'objects.5.spec.groupname': 'Required',
      },
    ])
  })

  test('without the right for one object nothing is applied', async () => {
    const member = await server.as('member')
    const profile = { kind: 'metricprofile', name: 'members', spec: { groupname: 'operations' } }
    const objects = [profile, { kind: 'servicetype', name: 'members', spec: { description: 'd' } }]
    const { body } = await planOf(member, { objects })
    expect(body.effects.writes.map(({ refusal }: { refusal: string }) => refusal)).toContainEqual(
      expect.stringMatching(/permission/),
    )
    const refused = await apply(member, { objects })
    expect([refused.status, (await admin.send('GET', 'metricprofiles/members')).status]).toEqual([400, 404])
  })

  test('whatever people and two owners do, nothing is lost and nobody removes what others manage', async () => {
    const names = ['r1', 'r2', 'r3']
    const name = fc.constantFrom(...names)
    const files = fc.uniqueArray(fc.record({ name, value: fc.constantFrom('x', 'y') }), {
      selector: ({ name }) => name,
    })
    const owner = fc.constantFrom('one', 'two')
    const step = fc.oneof(
      fc.record({ by: fc.constant('hand' as const), name, value: fc.constantFrom('x', 'y', undefined) }),
      fc.record({ by: owner, files, prune: fc.boolean() }),
    )
    const stored = async () => {
      const objects = (await objectsOf(admin)).filter(({ name }) => names.includes(name))
      const managed = (await admin.send('GET', 'configuration/managed')).body.filter(({ name }: { name: string }) =>
        names.includes(name),
      )
      return {
        values: Object.fromEntries(objects.map(({ name, spec }) => [name, JSON.stringify(spec.global_attributes)])),
        owners: Object.fromEntries(managed.map(({ name, owner }: ManagedObject) => [name, owner])),
      }
    }
    const saveByHand = async (name: string, value: string | undefined) => {
      const { status, body } = await admin.send('GET', `metricconfiguration/${name}`)
      if (value === undefined) return admin.send('DELETE', `metricconfiguration/${name}`, undefined, whatever)
      const content = { name, host_attributes: [], metric_parameters: [], ...override(name, value).spec }
      return status === 404
        ? admin.send('POST', 'metricconfiguration', content)
        : admin.send('PUT', 'metricconfiguration', { ...content, id: body.id }, whatever)
    }
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      for (const owner of ['one', 'two']) expectSuccess(await apply(admin, { owner, objects: [], prune: true }))
      for (const name of names) await saveByHand(name, undefined)
      const values = new Map<string, string>()
      const owners = new Map<string, string>()
      for (const step of steps) {
        if (step.by === 'hand') {
          await saveByHand(step.name, step.value)
          if (step.value === undefined) values.delete(step.name)
          else values.set(step.name, step.value)
        } else {
          const { by, files, prune } = step
          const isForeign = ({ name }: { name: string }) =>
            owners.has(name) ? owners.get(name) !== by : values.has(name)
          const objects = files.map(({ name, value }) => override(name, value))
          const { status } = await apply(admin, { owner: by, objects, prune })
          expect(status).toBe(files.some(isForeign) ? 400 : 200)
          if (status !== 200) continue
          const others = names.filter((name) => !files.some((file) => file.name === name) && owners.get(name) === by)
          for (const name of prune ? others : []) {
            values.delete(name)
            owners.delete(name)
          }
          for (const { name, value } of files) {
            values.set(name, value)
            owners.set(name, by)
          }
        }
        const expected = [...values].map(([name, value]) => [
          name,
          JSON.stringify(override(name, value).spec.global_attributes),
        ])
        expect(await stored()).toEqual({ values: Object.fromEntries(expected), owners: Object.fromEntries(owners) })
      }
    })
    await fc.assert(property, { numRuns: isFullRun ? 300 : 5 })
  })

  test('the number of statements does not grow with the objects', async () => {
    const count = async () => (await server.statements(() => admin.send('GET', 'configuration'))).length
    const few = await count()
    const objects = Array.from({ length: 30 }, (_, index) => override(`many${index}`))
    expectSuccess(await apply(admin, { objects }))
    expect(await count()).toBe(few)
    const statementsOf = async (submitted: readonly object[]) =>
      (await server.statements(() => planOf(admin, { objects: submitted }))).length
    expect(await statementsOf(objects)).toBe(await statementsOf(objects.slice(0, 1)))
    const changed = Array.from({ length: 20 }, (_, index) => override(`many${index}`, 'c'))
    const ofTen = await statementsOf(changed.slice(0, 10))
    // Each change is read, made in two tables, compared and followed by the next one.
    expect(((await statementsOf(changed)) - ofTen) / 10).toBeLessThanOrEqual(5)
  })
})

describe('the catalogue as files', () => {
  test('changes of several kinds are applied together, and metrics of tenants follow', async () => {
    const [database] = databases
    if (!database) throw new Error('There is no database.')
    const server = await startTestApp(database)
    onTestFinished(() => server.close())
    const admin = await server.as('admin', 'super.test')
    const north = await server.as('admin')
    await north.send('POST', 'importmetrics', { metrictemplates: ['disk'] }, whatever)
    const objects = await objectsOf(admin)
    expectSuccess(await apply(admin, { objects, adopt: true }))
    const changed = objects.map((object) =>
      object.kind === 'metrictemplate' && object.name === 'disk'
        ? { ...object, spec: { ...object.spec, description: 'From Git', tags: ['from-git'] } }
        : object,
    )
    const added = [
      { kind: 'metrictag', name: 'from-git', spec: {} },
      { kind: 'defaultport', name: 'GIT_PORT', spec: { value: '9418' } },
    ]
    expectSuccess(await apply(admin, { objects: [...added, ...changed] }))
    await server.runRollOuts()
    expect((await north.send('GET', 'metric/disk')).body).toMatchObject({ description: 'From Git', tags: ['from-git'] })
    expect((await admin.send('GET', 'default_ports')).body).toMatchObject([{ name: 'GIT_PORT', value: '9418' }])
    const { body } = await planOf(admin, { objects: [], prune: true })
    expect(body.left.map(({ kind }: { kind: string }) => kind)).toContain('metrictemplate')
  })
})
