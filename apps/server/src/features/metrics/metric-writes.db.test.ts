import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProfileTo, profilesInWebApi, resetProfiles } from '#test/profiles.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

type Pairs = { key: string; value: string }[]

describe.each(databases)('writing metrics on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
  })
  beforeEach(async () => {
    await resetProfiles(server)
    await addProfileTo(admin, 'CORE', 'web.http', 'disk', 'passive')
    await addProfileTo(admin, 'EDGE', 'web.http')
  })
  afterAll(() => server.close())

  /** The fields that the specification names, of what was read. */
  async function sentOf(name: string) {
    const { body, etag = '' } = await admin.send('GET', `metric/${name}`)
    const { id: _, profiles: __, tags: ___, ...sent } = body
    return { sent, etag, body }
  }
  const withValue = (config: Pairs, key: string, value: string) =>
    config.map((entry) => (entry.key === key ? { key, value } : entry))

  async function changed(name: string, change: (sent: { config: Pairs }) => object, who: Client = admin, query = '') {
    const { sent, etag } = await sentOf(name)
    return who.send('PUT', `metric${query}`, { ...sent, ...change(sent) }, { 'if-match': etag })
  }
  const toOperations = (name: string) => changed(name, () => ({ group: 'operations' }))
  test('group and values are changed, and the history says which', async () => {
    const { body: before } = await sentOf('web.http')
    const answer = await changed('web.http', ({ config }) => ({
      group: 'operations',
      config: withValue(config, 'timeout', '60'),
    }))
    expect(answer.status).toBe(200)
    const after = { ...before, group: 'operations', config: withValue(before.config, 'timeout', '60') }
    expect(answer.body).toEqual(after)
    expect(answer.etag).toMatch(/-2"$/)
    expect((await sentOf('web.http')).body).toEqual(after)
    const { body: versions } = await admin.send('GET', 'tenantversion/metric/web.http')
    expect(versions.map(({ comment }: { comment: string }) => comment)).toEqual([
      'Changed config field "timeout". Changed group.',
      'Initial version.',
    ])
    expect(versions[0].fields.config).toEqual(after.config)
    const { body: machines } = await server.box('box-NORTH').send('GET', '/api/v2/metrics')
    expect(machines[2]).toMatchObject({ 'web.http': { config: { timeout: '60' } } })
  })

  test('a blank pair is dropped', async () => {
    const answer = await changed('web.http', () => ({ attribute: [{ key: '', value: '' }] }))
    expect(answer.status).toBe(200)
  })

  test('only the group of a passive metric can be changed', async () => {
    expect((await changed('passive', () => ({ group: 'operations', config: [] }))).status).toBe(200)
    const answer = await changed('passive', () => ({ config: [{ key: 'timeout', value: '1' }] }))
    expect(answer.body.fields).toEqual({ 'config.0.key': 'Must be one of the keys of the metric template' })
  })

  test.each(['interval', 'timeout', 'retryInterval', 'maxCheckAttempts'])(
    'an empty or invalid %s is refused with the field, in forms and in bulk changes',
    async (key) => {
      for (const [value, message] of [
        ['', 'Required'],
        ['5m', 'Must be a whole number'],
        ['1.5', 'Must be a whole number'],
        ['-1', 'Must be a whole number'],
      ] as const) {
        const { sent } = await sentOf('web.http')
        const at = sent.config.findIndex((entry: { key: string }) => entry.key === key)
        const one = await changed('web.http', ({ config }) => ({ config: withValue(config, key, value) }))
        expect([one.status, one.body.fields], value).toEqual([400, { [`config.${at}.value`]: message }])
        const config = [{ key, value }]
        const bulk = await admin.send('POST', 'changemetrics', { metrics: ['web.http'], config })
        expect([bulk.status, bulk.body.fields], value).toEqual([400, { 'config.0.value': message }])
      }
    },
  )

  test('fields that are not the tenant’s own cannot be changed', async () => {
    for (const [change, fields] of [
      [{ description: 'x' }, { description: 'Cannot be changed' }],
      [{ probeversion: 'web-probe (1.0.0)' }, { probeversion: 'Cannot be changed' }],
      [{ mtype: 'Passive' }, { mtype: 'Cannot be changed' }],
      [{ flags: [] }, { flags: 'Cannot be changed' }],
      [{ config: [] }, { config: expect.stringContaining('Cannot be left out: maxCheckAttempts, timeout') }],
      [{ config: undefined }, { config: 'Required' }],
      [{ group: '' }, { group: 'Required' }],
    ] as const) {
      const answer = await changed('web.http', () => change)
      expect([answer.status, answer.body.fields]).toEqual([400, fields])
    }
    const path = await changed('web.http', ({ config }) => ({ config: withValue(config, 'path', '/tmp') }))
    expect(path.body.fields).toEqual({ 'config.2.value': 'Cannot be changed' })
    expect((await sentOf('web.http')).etag).toMatch(/-1"$/)
  })

  test('a refusal names its reason', async () => {
    const [member, stranger, nobody] = await Promise.all(['member', 'stranger', 'nobody'].map((who) => server.as(who)))
    const keep = () => ({})
    const details = async (who: Client | undefined, change: () => object = keep) => {
      const { status, body } = await changed('web.http', change, who)
      return `${status} ${body.detail ?? 'saved'}`
    }
    expect(await details(nobody)).toBe('403 You do not have permission to change metrics.')
    expect(await details(member)).toBe('403 You do not have permission to change metrics in this group.')
    expect(await details(admin, () => ({ group: 'nowhere' }))).toBe('404 Group of metrics does not exist.')
    expect((await toOperations('web.http')).status).toBe(200)
    expect(await details(stranger)).toBe('403 You do not have permission to change metrics in this group.')
    expect(await details(member, () => ({ group: 'network' }))).toBe(
      '403 You do not have permission to assign metrics to the given group.',
    )
    expect(await details(member)).toBe('200 saved')
    const gone = await admin.send('PUT', 'metric', { name: 'no.such', group: 'operations' }, { 'if-match': '*' })
    expect([gone.status, gone.body.detail]).toEqual([404, 'Metric does not exist.'])
    const deleting = await stranger?.send('DELETE', 'metric/web.http', undefined, { 'if-match': '*' })
    expect(deleting?.body.detail).toBe('You do not have permission to delete metrics in this group.')
  })

  test('a write requires the current version', async () => {
    const { sent } = await sentOf('web.http')
    expect((await admin.send('PUT', 'metric', sent)).status).toBe(428)
    expect((await admin.send('PUT', 'metric', sent, { 'if-match': '"7"' })).status).toBe(412)
    expect((await admin.send('DELETE', 'metric/web.http')).status).toBe(428)
    expect((await admin.send('DELETE', 'metric/web.http', undefined, { 'if-match': '"7"' })).status).toBe(412)
  })

  test('one of two concurrent saves wins', async () => {
    const save = (value: string) =>
      changed('web.http', ({ config }) => ({ config: withValue(config, 'timeout', value) }))
    const { etag, sent } = await sentOf('web.http')
    const both = ['10', '20'].map((value) =>
      admin.send('PUT', 'metric', { ...sent, config: withValue(sent.config, 'timeout', value) }, { 'if-match': etag }),
    )
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412])
    expect((await save('30')).status).toBe(200)
  })

  test('a dry run of a delete says what still names the metric afterwards', async () => {
    const rules = [{ metric: 'disk', thresholds: 'a=1;0:1;1:2' }]
    await admin.send('POST', 'thresholdsprofiles', { name: 'LIMITS', groupname: 'operations', rules })
    const metric_parameters = [{ hostname: 'a.example.org', metric: 'disk', parameter: '-p', value: '1' }]
    const lists = { global_attributes: [], host_attributes: [], metric_parameters }
    await admin.send('POST', 'metricconfiguration', { name: 'local', ...lists })
    const { body } = await admin.send('DELETE', 'metric/disk?dry_run=true', undefined, whatever)
    expect(body.notices.warning.split('\n')).toEqual([
      'Metric disk will be missing in metric configuration overrides: local.',
      'Metric disk will be missing in thresholds profiles: LIMITS.',
      'Metric disk is part of profile(s): CORE',
      'ARE YOU SURE you want to delete it?',
    ])
  })

  test('a delete lists the profiles with the metric, and removes it from them in both stores', async () => {
    const { etag } = await sentOf('web.http')
    const preview = await admin.send('DELETE', 'metric/web.http?dry_run=true', undefined, { 'if-match': etag })
    expect(preview.body.notices.warning).toBe(
      'Metric web.http will be missing in metrics: passive.\nMetric web.http is part of profile(s): CORE, EDGE\nARE YOU SURE you want to delete it?',
    )
    expect(
      preview.body.changes.map(({ kind, name, action }: Record<string, string>) => `${action} ${kind} ${name}`),
    ).toEqual(['delete metric web.http', 'change metricprofile CORE', 'change metricprofile EDGE'])
    expect((await sentOf('web.http')).etag).toBe(etag)
    expect(await profilesInWebApi(admin)).toContain('EDGE web.http')

    const headers = { 'if-match': etag, 'if-preview-match': preview.body.preview }
    expect((await admin.send('DELETE', 'metric/web.http', undefined, headers)).status).toBe(204)
    expect((await admin.send('GET', 'metric/web.http')).status).toBe(404)
    expect(await profilesInWebApi(admin)).toEqual(['CORE disk passive', 'EDGE'])
    const { body: edge } = await admin.send('GET', 'metricprofiles/EDGE')
    expect(edge.services).toEqual([])
    const { body: versions } = await admin.send('GET', 'tenantversion/metricprofile/EDGE')
    expect(versions[0].comment).toBe('Deleted service-metric instance tuple (portal, web.http).')
    // The next save of a profile does not import it again.
    const { body, etag: profileTag = '' } = await admin.send('GET', 'metricprofiles/CORE')
    const saved = await admin.send('PUT', 'metricprofiles', body, { 'if-match': profileTag })
    expect([saved.status, saved.body.imported]).toEqual([200, undefined])
    expect((await admin.send('GET', 'tenantversion/metric/web.http')).body).toHaveLength(1)
  })

  test('a delete takes the same number of statements for any number of profiles with the metric', async () => {
    const cost = (name: string) =>
      server.statements(() => admin.send('DELETE', `metric/${name}?dry_run=true`, undefined, { 'if-match': '*' }))
    await cost('disk')
    const [few, many] = [await cost('disk'), await cost('web.http')]
    expect(many.length).toBe(few.length)
    expect(many.length).toBeLessThanOrEqual(12)
  })

  test('a delete that has not reached the Web API is delivered later', async () => {
    server.webApi.behave({ kind: 'refuse', status: 503, details: 'away' })
    const answer = await admin.send('DELETE', 'metric/web.http', undefined, { 'if-match': '*' })
    server.webApi.recover()
    expect(answer.status).toBe(200)
    expect(answer.body.warning).toMatch(
      /^Error trying to remove metric web\.http from profile CORE: .* It will be tried again\. Error trying to remove metric web\.http from profile EDGE: /,
    )
    expect(await profilesInWebApi(admin)).toContain('EDGE web.http')
    expect(await server.recoverWrites()).toBe(2)
    expect(await profilesInWebApi(admin)).toEqual(['CORE disk passive', 'EDGE'])
  })

  describe('a bulk change', () => {
    const bulk = (body: object, query = '', headers: Readonly<Record<string, string>> = whatever) =>
      admin.send('POST', `changemetrics${query}`, body, headers)
    const names = ['disk', 'passive', 'web.http']

    test('sets the group and values, each on the metrics that have its key', async () => {
      const input = { metrics: names, group: 'network', config: [{ key: 'timeout', value: '77' }] }
      const preview = await bulk(input, '?dry_run=true')
      expect(preview.body.changes.map(({ name }: { name: string }) => name)).toEqual(names)
      const answer = await bulk(input, '', { 'if-preview-match': preview.body.preview })
      expect([answer.status, answer.body]).toEqual([200, { info: '3 metrics successfully changed.' }])
      for (const name of names) {
        const { body, etag } = await sentOf(name)
        expect([body.group, etag], name).toEqual(['network', expect.stringMatching(/-2"$/)])
        expect(body.config.filter(({ key }: { key: string }) => key === 'timeout')).toEqual(
          name === 'passive' ? [] : [{ key: 'timeout', value: '77' }],
        )
      }
      // Metrics that have all the values are not written.
      const again = await bulk({ ...input, group: undefined })
      expect([again.status, again.body]).toEqual([200, {}])
      expect((await sentOf('disk')).etag).toMatch(/-2"$/)
    })

    test('is atomic', async () => {
      await toOperations('disk')
      const member = await server.as('member')
      const body = { metrics: ['disk', 'web.http'], config: [{ key: 'timeout', value: '9' }] }
      const refused = await member.send('POST', 'changemetrics', body, whatever)
      expect([refused.status, refused.body.detail]).toEqual([
        403,
        'You do not have permission to change metrics in this group.',
      ])
      expect((await member.send('POST', 'changemetrics', { ...body, metrics: ['disk'] }, whatever)).status).toBe(200)
      const unknown = await bulk({ ...body, metrics: ['disk', 'no.such'] })
      expect([unknown.status, unknown.body.detail, unknown.body.fields]).toEqual([
        404,
        'Metric no.such not found.',
        { 'metrics.1': 'Not found' },
      ])
      expect((await sentOf('web.http')).etag).toMatch(/-1"$/)
    })

    test.each([
      [{ metrics: [], group: 'network' }, { metrics: 'No metrics were selected' }],
      [{ metrics: ['disk'] }, { config: 'No changes were given' }],
      [{ metrics: ['disk'], config: [{ key: 'path', value: '/x' }] }, { 'config.0.key': 'Cannot be changed' }],
      [
        { metrics: ['disk'], config: [{ key: 'nix', value: '1' }] },
        { 'config.0.key': 'None of the metrics has this key' },
      ],
    ])('%j is refused', async (body, fields) => {
      const answer = await bulk(body)
      expect([answer.status, answer.body.fields]).toEqual([400, fields])
    })

    test('takes the same number of statements as one change', async () => {
      const cost = (metrics: readonly string[], value: string) =>
        server.statements(() => bulk({ metrics, config: [{ key: 'timeout', value }] }))
      await cost(['disk'], '1')
      expect((await cost(['disk', 'web.http'], '2')).length).toBe((await cost(['disk'], '3')).length)
    })
  })
})
