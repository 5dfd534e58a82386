import type { Dependencies } from '@quatrain/contract/console/dependencies.ts'
import { configurationReferences, namesIn } from '@quatrain/contract/resources/references.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addReferences } from '#test/referenced-objects.ts'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'
import { nameOf, readerOf } from '#test/unknown-names.ts'

describe.each(databases)('dependencies on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addReferences(server)
    const endpoint = { type: 'SITES', group: 'G', service: 's', hostname: 'a.test', tags: {} }
    const services = [{ service: 's', metric: 'disk' }]
    const profile = { name: 'CORE', groupname: 'operations', description: '', services }
    expect((await (await server.as('admin')).send('POST', 'metricprofiles', profile)).status).toBe(201)
    await writeTopology(server, 'NORTH', '2030-01-01', { endpoints: [endpoint] })
  })
  afterAll(() => server.close())

  interface About {
    readonly steps?: number
    readonly user?: string
    readonly host?: Host
  }
  const answerAbout = async (
    kind: string,
    key: string,
    { steps = 2, user = 'admin', host = 'north.test' }: About = {},
  ) => (await server.as(user, host)).send('GET', `dependencies/${kind}/${encodeURIComponent(key)}?steps=${steps}`)
  const about = async (...address: Parameters<typeof answerAbout>): Promise<Dependencies> => {
    const { status, body } = await answerAbout(...address)
    expect(status, address.join(' ')).toBe(200)
    return body
  }
  const labelled = ({ nodes }: Dependencies) => nodes.map(({ kind, name, steps }) => `${steps} ${kind} ${name}`)
  const linked = ({ nodes, edges }: Dependencies) =>
    edges.map(({ from, to, field }) => `${nodes[from]?.kind} ${nodes[from]?.name} ${field} ${nodes[to]?.name}`)

  test('are those of every reference between objects of the configuration', async () => {
    const untried = new Set(configurationReferences)
    const missing: unknown[] = []
    for (const host of ['super.test', 'north.test'] satisfies Host[]) {
      const read = readerOf(server, host)
      const answers = new Map<string, Dependencies>()
      for (const reference of configurationReferences) {
        for (const object of await read.all(reference.from)) {
          for (const { name } of namesIn(object, reference)) {
            const address = `${reference.to} ${name}`
            const answer = answers.get(address) ?? (await about(reference.to, name, { steps: 1, host }))
            answers.set(address, answer)
            untried.delete(reference)
            const isLinked = answer.edges.some(
              ({ from, to, field }) =>
                field === reference.field &&
                answer.nodes[to]?.name === name &&
                answer.nodes[from]?.kind === reference.from &&
                answer.nodes[from]?.name.includes(nameOf(object)),
            )
            if (!isLinked) missing.push([host, reference.from, nameOf(object), reference.field, name])
          }
        }
      }
    }
    expect(missing).toEqual([])
    expect([...untried].map(({ from, field }) => `${from} ${field}`)).toEqual([])
  })

  test('lead from the operating system to the report, and the shortest way is said', async () => {
    const whole = await about('ostag', 'Rocky 9', { steps: 20 })
    expect(labelled(whole)).toEqual(
      expect.arrayContaining(['1 yumrepo base (Rocky 9)', '2 package disk-probes (1.1.0)', '4 metric disk']),
    )
    expect(whole.road.map((position) => whole.nodes[position]?.kind)).toEqual([
      ...['ostag', 'yumrepo', 'package', 'probe', 'metric', 'metricprofile', 'report'],
    ])
    const near = await about('ostag', 'Rocky 9', { steps: 1 })
    expect(near.road).toHaveLength(whole.road.length)
    expect(linked(await about('metric', 'disk', { steps: 1 }))).toContain('metric disk template disk')
  })

  test('name objects by what identifies them in addresses, each version of a probe and what does not exist', async () => {
    const { nodes } = await about('probe', 'web-probe', { host: 'super.test', steps: 1 })
    expect(nodes.filter(({ steps }) => steps === 0).map(({ name, key }) => [name, key])).toEqual([
      ['web-probe (1.0.0)', 'web-probe'],
      ['web-probe (2.0.0)', 'web-probe'],
    ])
    expect(await about('package', 'disk-probes-1.1.0')).toEqual(await about('package', 'disk-probes (1.1.0)'))
    expect(await about('yumrepo', 'base-rocky9')).toEqual(await about('yumrepo', 'base (Rocky 9)'))
    const db = await server.tenant('NORTH')
    await sql`update thresholds_profiles set rules = '[{"metric":"gone"}]', metric_names = '{gone}' where name = 'LIMITS'`.execute(
      db,
    )
    const limits = await about('thresholdsprofile', 'LIMITS')
    expect(limits.nodes.find(({ name }) => name === 'gone')).toMatchObject({ exists: false, owner: 'tenant' })
    expect(limits.nodes[0]).toMatchObject({ exists: true, group: 'operations' })
    expect((await answerAbout('thresholdsprofile', 'none')).status).toBe(404)
    expect((await answerAbout('user', 'admin')).status).toBe(404)
    expect(labelled(await about('servicetype', 'lonely'))).toEqual(['0 servicetype lonely'])
  })

  test('of a host are its service types, its groups, its checks and what uses these', async () => {
    const host = await about('host', 'a.test', { steps: 3 })
    expect(labelled(host)).toEqual(
      expect.arrayContaining([
        '1 servicetype s',
        '1 endpointgroup G',
        '1 metric disk',
        '2 metricprofile CORE',
        '2 aggregationprofile base',
      ]),
    )
    expect(linked(host)).toContain('metric disk checks a.test')
    expect(labelled(await about('host', 'h', { steps: 1 }))).toContain('1 metricoverride local')
    expect(labelled(await about('host', 'a.test', { host: 'super.test' }))).toEqual(['0 host a.test'])
  })

  test('are only of kinds that the caller may list, and only of the own tenant', async () => {
    const overrides = async (user: string) =>
      labelled(await about('metric', 'disk', { user })).filter((label) => label.includes('metricoverride'))
    expect(await overrides('admin')).toEqual(['1 metricoverride local'])
    expect(await overrides('nobody')).toEqual([])
    expect((await answerAbout('metricoverride', 'local', { user: 'nobody' })).status).toBe(403)
    expect((await (await server.as()).send('GET', 'dependencies/metric/disk')).status).toBe(401)

    for (const [tenant, profile] of [
      ['NORTH', 'COLD'],
      ['SOUTH', 'WARM'],
    ] as const) {
      await sql`insert into reports (apiid, name, content)
        values (gen_random_uuid(), 'same name', ${JSON.stringify({ metric_profile: profile })})`.execute(
        await server.tenant(tenant),
      )
    }
    const reportAt = async (host: Host) => labelled(await about('report', 'same name', { host }))
    expect(await reportAt('north.test')).toEqual(['0 report same name', '-1 metricprofile COLD'])
    expect(await reportAt('south.test')).toEqual(['0 report same name', '-1 metricprofile WARM'])
  })

  test('need the same number of statements for any number of objects, of which the nearest 500 are sent', async () => {
    const read = () => about('metrictemplate', 'disk', { steps: 4 })
    const count = async () => (await server.statements(read)).length
    const { isCut } = await read()
    const repeated = await count()
    await sql`insert into reports (apiid, name, content)
      select gen_random_uuid(), 'many ' || number, '{"metric_profile":"base"}'
      from generate_series(1, 600) as number`.execute(await server.tenant('NORTH'))
    expect(await count()).toBe(repeated + 2)
    expect(await count()).toBe(repeated)
    const cut = await read()
    expect([isCut, cut.isCut, cut.nodes.length]).toEqual([false, true, 500])
    expect(labelled(cut)).toContain('2 metricprofile base')
    expect(cut.edges.every(({ from, to }) => cut.nodes[from] && cut.nodes[to])).toBe(true)
  })
})
