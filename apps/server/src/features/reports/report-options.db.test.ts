import { maxTagValues } from '@quatrain/contract/resources/report-options.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

const group = (subgroup: string, tags: Record<string, string>) => ({ type: 'NGI', group: 'NORTH', subgroup, tags })
const endpoint = (service: string, number: number) => ({
  ...{ type: 'SITES', group: 'A', service, hostname: `h${number}.test` },
  tags: { monitored: String(number % 2), info_URL: `https://h${number}.test`, info_ext_PATH: `/${number}` },
})

describe.each(databases)('the options of a report on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await writeTopology(server, 'NORTH', '2030-01-01', {
      groups: [group('A', { scope: 'x, y' }), group('B', { scope: 'x' })],
      endpoints: Array.from({ length: maxTagValues + 1 }, (_, number) => endpoint(number < 9 ? 'ftp' : 'web', number)),
    })
  })
  afterAll(() => server.close())
  const read = async (host: 'north.test' | 'south.test') =>
    (await server.as('nobody', host)).send('GET', 'reportoptions')

  test('are the names in the topology, each once, and a bounded number of values', async () => {
    const { body } = await read('north.test')
    const isComplete = true
    expect(body.groups).toEqual({
      isComplete,
      rows: ['A', 'B'].map((subgroup) => ({ type: 'NGI', group: 'NORTH', subgroup })),
    })
    expect(body.endpoints).toEqual({
      isComplete,
      rows: ['ftp', 'web'].map((service) => ({ type: 'SITES', group: 'A', service })),
    })
    expect(body.tags.group).toEqual({
      tags: [{ name: 'scope', values: ['x', 'y'], isFlag: false, isComplete }],
      extensions: [],
    })
    expect(body.tags.endpoint).toMatchObject({
      tags: [{ name: 'monitored', values: ['yes', 'no'], isFlag: true, isComplete }],
      extensions: [{ name: 'PATH', isComplete: false }],
    })
    expect(body.tags.endpoint.extensions[0].values).toHaveLength(maxTagValues)
  })

  test('are those of the own tenant, and none without a topology', async () => {
    const none = { rows: [], isComplete: true }
    const noTags = { tags: [], extensions: [] }
    expect((await read('south.test')).body).toEqual({
      ...{ groups: none, endpoints: none },
      tags: { group: noTags, endpoint: noTags },
    })
  })
})
