import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { eventually } from '@quatrain/platform/testing/eventually.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMetricProfile, anAggregationProfile, aReport } from '#test/builders.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'
import { inTenant, operatorOn } from './operator.ts'

interface Referred {
  readonly id: string
  readonly name: string
}

const computations = { ar: true, status: true, trends: [] }

const kinds = [
  {
    path: 'aggregation_profiles',
    naming: (profile: Referred) => anAggregationProfile(profile.id, { metric_profile: { ...profile } }),
  },
  {
    path: 'reports',
    naming: (profile: Referred) => aReport({ computations, profiles: [{ ...profile, type: 'metric' }] }),
  },
]

/** Two writes can only meet if the database has several sessions. */
describe.each(serverDatabases)('items that others name, on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())

  async function addProfile(): Promise<Referred> {
    const profile = aMetricProfile()
    return { id: await api.add('metric_profiles', profile), name: profile.name }
  }

  const statements = async (work: () => Promise<unknown>) => {
    let count = 0
    const stop = api.database.observe(() => {
      count += 1
    })
    await work()
    stop()
    return count
  }

  async function waitingSessions(): Promise<number> {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      operatorOn(api.database),
    )
    return rows.length
  }

  /** The statuses of two writes that wait for the tenant's write lock in this order. */
  async function statusesInOrder(...writes: readonly (() => ReturnType<typeof api.call>)[]): Promise<number[]> {
    const answers: ReturnType<typeof api.call>[] = []
    await inTenant(operatorOn(api.database), 'ORCHARD', async () => {
      for (const write of writes) {
        answers.push(write())
        await eventually(async () => expect(await waitingSessions()).toBe(answers.length))
      }
    })
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  describe.each(kinds)('$path', ({ path, naming }) => {
    const add = async (referred: Referred) => () => api.call('POST', path, { body: naming(referred) })
    const change = async (referred: Referred) => {
      const id = await api.add(path, naming(await addProfile()))
      return () => api.call('PUT', `${path}/${id}`, { body: naming(referred) })
    }
    const changeAsSeen = async (referred: Referred) => {
      const id = await api.add(path, naming(await addProfile()))
      return () => api.call('PUT', `${path}/${id}`, { body: naming(referred), headers: { 'if-match': `"${id}.1"` } })
    }

    test.each([
      ['an add', 201, add],
      ['a change', 200, change],
      ['a change of a known state', 200, changeAsSeen],
    ])('%s comes before the delete of an item that it names, or is refused', async (_, success, writeNaming) => {
      const [gone, kept] = [await addProfile(), await addProfile()]
      const deleteOf = ({ id }: Referred) => api.call('DELETE', `metric_profiles/${id}`)
      const [late, early] = [await writeNaming(gone), await writeNaming(kept)]
      expect(await statusesInOrder(() => deleteOf(gone), late)).toEqual([200, 422])
      expect((await api.call('GET', path)).text).not.toContain(gone.id)
      expect(await statusesInOrder(early, () => deleteOf(kept))).toEqual([success, 200])
      expect(await (await writeNaming(kept))()).toMatchObject({ status: 422 })
    })

    test('a change of a known state that has the names is four statements; other names are replaced', async () => {
      const profile = await addProfile()
      const content = naming(profile)
      const id = await api.add(path, content)
      const put = (changes: number, body: unknown) =>
        api.call('PUT', `${path}/${id}`, { body, headers: { 'if-match': `"${id}.${changes}"` } })
      // The first request of a connection enters its scope.
      await put(1, content)
      expect(await statements(() => put(2, content))).toBe(4)
      const renamed = aMetricProfile()
      await api.call('PUT', `metric_profiles/${profile.id}`, { body: renamed })
      expect(await put(3, content)).toMatchObject({ status: 200, headers: { etag: `"${id}.4"` } })
      const stored = await api.call('GET', `${path}/${id}`)
      expect(stored.text).toContain(JSON.stringify(renamed.name))
      expect(stored.text).not.toContain(JSON.stringify(profile.name))
      expect(await put(3, content)).toMatchObject({ status: 412 })
    })
  })

  test.each([{}, { computations }])(
    'a change of a known state keeps the settings of a report that it leaves out: %o',
    async (settings) => {
      const report = aReport({ computations: { ...computations, ar: false }, weight: 'power' })
      const id = await api.add('reports', report)
      const { computations: _, weight: __, ...content } = report
      const answer = await api.call('PUT', `reports/${id}`, {
        body: { ...content, ...settings },
        headers: { 'if-match': `"${id}.1"` },
      })
      expect(answer).toMatchObject({ status: 200 })
      const stored = { weight: 'power', computations: settings.computations ?? report.computations }
      expect((await api.call('GET', `reports/${id}`)).body).toMatchObject({ data: [stored] })
    },
  )
})
