import { maxSuggestedNames, maxTagValues } from '@quatrain/contract/resources/report-options.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

const group = (subgroup: string, tags: Record<string, string>) => ({ type: 'NGI', group: 'NORTH', subgroup, tags })
const endpoint = (service: string, number: number) => ({
  type: 'SITES',
  group: 'A site',
  service,
  hostname: `h${number}.test`,
  tags: { monitored: String(number % 2), info_URL: `https://h${number}.test`, info_ext_PATH: `/${number}` },
})

describe.each(databases)('the options of a report on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await writeTopology(server, 'NORTH', '2030-01-01', {
      groups: [group('A site', { scope: 'x, y' }), group('B', { scope: 'x' }), group('SITE-1', {})],
      endpoints: Array.from({ length: maxTagValues + 1 }, (_, number) => endpoint(number < 9 ? 'ftp' : 'web', number)),
    })
  })
  afterAll(() => server.close())
  type Host = 'north.test' | 'south.test'
  const read = async (host: Host) => (await server.as('nobody', host)).send('GET', 'reportoptions')

  const none = { first: [], second: [] }
  const chosen = { topology_type: 'Sites', group: none, endpoint: none }
  const ask = async (what: 'names' | 'unmatched', body: object, host: Host = 'north.test') => {
    const answer = await (await server.as('nobody', host)).send('POST', `reportoptions/${what}`, { ...chosen, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const namesOf = async (card: string, part: string, more: object = {}) =>
    (await ask('names', { field: { card, part }, search: '', ...more })).names

  test('are the tags in the topology, with a bounded number of values', async () => {
    const { body } = await read('north.test')
    const isComplete = true
    expect(body.isEmpty).toBe(false)
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

  test('are names that contain the search, those that begin with it first, without the chosen ones', async () => {
    expect(await namesOf('group', 'first')).toEqual(['NORTH'])
    expect(await namesOf('group', 'second', { search: 'sit' })).toEqual(['SITE-1', 'A site'])
    expect(await namesOf('group', 'second', { group: { ...none, second: ['A site'] } })).toEqual(['B', 'SITE-1'])
    expect(await namesOf('endpoint', 'second', { search: 'E' })).toEqual(['web'])
    expect(await namesOf('endpoint', 'second', { group: { ...none, second: ['B'] } })).toEqual([])
    expect(await namesOf('group', 'first', { topology_type: 'ServiceGroups' })).toEqual([])
  })

  test('are compared with names and patterns of both cards, after what the other fields leave', async () => {
    const unmatched = (group: object, endpoint: object = {}) =>
      ask('unmatched', { group: { ...none, ...group }, endpoint: { ...none, ...endpoint } })
    expect(
      await unmatched(
        { first: ['NORTH', 'NO*', '~NORTH', 'north', '~X*'], second: ['A site', 'x'] },
        { first: ['~B'], second: ['web', 'w*', 'smtp'] },
      ),
    ).toEqual({
      group: { first: ['north', '~X*'], second: ['x'] },
      endpoint: { first: [], second: ['smtp'] },
    })
    expect(await unmatched({ second: ['B'] }, { second: ['web'] })).toEqual({
      group: none,
      endpoint: { first: [], second: ['web'] },
    })
  })

  test('are read once for all questions while the topology stays', async () => {
    await ask('unmatched', {})
    const from = server.webApi.statuses.length
    await namesOf('group', 'first')
    expect(server.webApi.statuses.slice(from)).toEqual([304, 304])
  })

  test('are none without a topology: then every value is accepted', async () => {
    const noTags = { tags: [], extensions: [] }
    expect((await read('south.test')).body).toEqual({ isEmpty: true, tags: { group: noTags, endpoint: noTags } })
    expect(await ask('unmatched', { group: { ...none, first: ['x'] } }, 'south.test')).toEqual({
      group: none,
      endpoint: none,
    })
  })

  test('are at most a page of names', async () => {
    await writeTopology(server, 'SOUTH', '2030-01-01', {
      groups: Array.from({ length: maxSuggestedNames + 1 }, (_, number) => group(`S${number}`, {})),
      endpoints: [],
    })
    expect(await namesOf('group', 'second')).toHaveLength(3)
    const { names } = await ask('names', { field: { card: 'group', part: 'second' }, search: 'S' }, 'south.test')
    expect(names).toHaveLength(maxSuggestedNames)
    // There are no endpoints, so no service type can be named.
    expect(await ask('unmatched', { endpoint: { ...none, second: ['web'] } }, 'south.test')).toMatchObject({
      endpoint: { second: ['web'] },
    })
  })
})
