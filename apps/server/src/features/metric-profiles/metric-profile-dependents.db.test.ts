import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { webApiToken } from '#test/seed.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openIntents, storesOf } from '#test/two-stores.ts'

describe.each(databases)('deleting a metric profile that is used, on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  let made = 0
  const aName = (what: string) => {
    made += 1
    return `${what} ${made}`
  }
  async function given() {
    const admin = await server.as('admin')
    const body = { name: aName('PROFILE'), groupname: 'operations', description: '', services: [] }
    const { body: saved, etag = '' } = await admin.send('POST', 'metricprofiles/', body)
    return { name: body.name, apiid: String(saved.apiid), etag }
  }
  type Given = Awaited<ReturnType<typeof given>>
  const remove = async ({ apiid, etag }: Given, query = '', username = 'admin') =>
    (await server.as(username)).send('DELETE', `metricprofiles/${apiid}${query}`, undefined, { 'if-match': etag })
  const dryRun = '?dry_run=true'

  /** A request to the Web API with the tenant's key, without the console. */
  async function tell(method: 'POST' | 'DELETE', path: string, body?: object): Promise<string> {
    const response = await fetch(`${server.webApi.url}/api/v2/${path}`, {
      method,
      headers: { 'x-api-key': webApiToken('NORTH') },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBeLessThan(300)
    const answer = (await response.json()) as { data?: { id: string } }
    return answer.data?.id ?? ''
  }
  const aggregate = (id: string, name: string) => tell('POST', 'aggregation_profiles', { name, metric_profile: { id } })
  const report = (name: string, ...profiles: { type: string; id: string }[]) =>
    tell('POST', 'reports', { info: { name }, profiles })

  const refused = (...lines: string[]) => ({ status: 409, body: { code: 'in_use', detail: lines.join('\n') } })
  const writes = () => server.webApi.calls.filter((call) => !call.startsWith('GET'))
  async function expectUnchanged({ name, apiid }: Given) {
    const { ours, theirs } = await storesOf(server, name)
    expect([ours, theirs]).toMatchObject([[{ id: apiid }], [{ id: apiid }]])
    expect(await openIntents(server, name)).toEqual([])
  }

  test('is refused with the aggregation profiles of the console and the reports of the Web API together', async () => {
    const profile = await given()
    const [aggregation, daily] = [aName('aggregation'), aName('daily')]
    const body = {
      name: aggregation,
      groupname: 'operations',
      metric_profile: profile.name,
      groups: [],
      endpoint_group: 'sites',
      metric_operation: 'AND',
      profile_operation: 'AND',
    }
    const admin = await server.as('admin')
    expect((await admin.send('POST', 'aggregations', body)).status).toBe(201)
    await report(daily, { type: 'metric', id: profile.apiid })
    const answer = refused(
      `Metric profile is associated with aggregation profile(s): ${aggregation}`,
      `Metric profile is associated with report(s): ${daily}`,
    )
    expect(await remove(profile, dryRun)).toMatchObject(answer)
    expect(await remove(profile)).toMatchObject(answer)
    await expectUnchanged(profile)
  })

  test('is refused with the names of the aggregation profiles, already in the dry run', async () => {
    const profile = await given()
    const [second, first] = [aName('b'), aName('A')]
    await aggregate(profile.apiid, second)
    await aggregate(profile.apiid, first)
    const answer = refused(`Metric profile is associated with aggregation profile(s): ${first}, ${second}`)
    const before = writes()
    expect(await remove(profile, dryRun)).toMatchObject(answer)
    expect(await remove(profile)).toMatchObject(answer)
    expect(writes()).toEqual(before)
    await expectUnchanged(profile)
  })

  test('is refused with the names of the reports', async () => {
    const profile = await given()
    const [one, two] = [aName('Report'), aName('Report')]
    await report(one, { type: 'metric', id: profile.apiid })
    await report(two, { type: 'metric', id: profile.apiid })
    const answer = refused(`Metric profile is associated with report(s): ${one}, ${two}`)
    expect(await remove(profile, dryRun)).toMatchObject(answer)
    expect(await remove(profile)).toMatchObject(answer)
    await expectUnchanged(profile)
  })

  test('lists both kinds, and succeeds when neither is left', async () => {
    const profile = await given()
    const [name, reportName] = [aName('aggregation'), aName('Report')]
    const aggregation = await aggregate(profile.apiid, name)
    const reported = await report(reportName, { type: 'metric', id: profile.apiid })
    expect(await remove(profile)).toMatchObject(
      refused(
        `Metric profile is associated with aggregation profile(s): ${name}`,
        `Metric profile is associated with report(s): ${reportName}`,
      ),
    )
    await tell('DELETE', `aggregation_profiles/${aggregation}`)
    await tell('DELETE', `reports/${reported}`)
    expect((await remove(profile, dryRun)).status).toBe(200)
    expect((await remove(profile)).status).toBe(204)
    expect(await storesOf(server, profile.name)).toEqual({ ours: [], theirs: [] })
  })

  test('is possible if another profile is used', async () => {
    const [profile, other] = [await given(), await given()]
    await aggregate(other.apiid, aName('aggregation'))
    await report(aName('Report'), { type: 'metric', id: other.apiid })
    expect((await remove(profile)).status).toBe(204)
  })

  test('is refused for lack of permission without listing the dependents', async () => {
    const profile = await given()
    await aggregate(profile.apiid, aName('aggregation'))
    for (const query of ['', dryRun]) {
      expect(await remove(profile, query, 'stranger')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
      expect(await remove({ ...profile, etag: '"7"' }, query)).toMatchObject({ status: 412 })
    }
  })

  test('is refused if the Web API cannot list the dependents', async () => {
    const profile = await given()
    // The profile itself can be read, but not its dependents.
    const before = writes()
    for (const [from, query] of [
      [1, dryRun],
      [1, ''],
      [2, ''],
      [3, ''],
    ] as const) {
      server.webApi.behave({ kind: 'refuse', status: 503 }, 'GET', from)
      expect(await remove(profile, query), `from call ${from}`).toMatchObject({
        status: 502,
        body: { code: 'upstream_failed', source: 'web-api', detail: 'The Web API answered 503.' },
      })
      server.webApi.behave(
        { kind: 'lie', status: 200, body: { status: { message: 'Success', code: '200' } } },
        'GET',
        from,
      )
      expect((await remove(profile, query)).status).toBe(502)
    }
    server.webApi.recover()
    expect(writes()).toEqual(before)
    await expectUnchanged(profile)
  })

  test('accepts null for the profiles of a report', async () => {
    const profile = await given()
    const data = [{ name: '', info: { name: 'Bare' }, profiles: null, metric_profile: { id: 'x', name: '' } }]
    server.webApi.behave(
      { kind: 'lie', status: 200, body: { status: { message: 'Success', code: '200' }, data } },
      'GET',
    )
    expect((await remove(profile, dryRun)).status).toBe(200)
  })

  test('takes the same number of statements for any number of dependents', async () => {
    const [free, used] = [await given(), await given()]
    for (let round = 0; round < 10; round++) await report(aName('Report'), { type: 'metric', id: used.apiid })
    const cost = async (profile: Given) => {
      server.clock.pass(5)
      return (await server.statements(() => remove(profile, dryRun))).length
    }
    expect(await cost(used)).toBe(await cost(free))
  })

  test('a delete whose call was lost is undone if the profile has got dependents meanwhile', async () => {
    const profile = await given()
    server.webApi.behave({ kind: 'late' }, 'DELETE')
    expect((await remove(profile)).status).toBe(502)
    server.webApi.recover()
    expect(await openIntents(server, profile.name)).toHaveLength(1)
    await aggregate(profile.apiid, aName('aggregation'))
    expect(await server.recoverWrites()).toBe(1)
    await expectUnchanged(profile)

    expect(await server.webApi.deliver()).toEqual([412])
    await expectUnchanged(profile)
  })
})
