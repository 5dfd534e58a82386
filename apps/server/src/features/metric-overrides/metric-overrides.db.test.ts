import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { type Client, firstTag, startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

const attributeRule =
  'can contain alphanumeric characters, dash, underscore and dot, but must always begin with a letter'
const host = 'a.example.org'
const ifMatch = (etag: string) => ({ 'if-match': etag })

describe.each(databases)('metric configuration overrides on $name', (kind) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin')
  })
  afterAll(() => server.close())

  let made = 0
  /** An input for a new override. */
  function anOverride(values: object = {}) {
    made += 1
    const lists = { global_attributes: [], host_attributes: [], metric_parameters: [] }
    return { name: `set-${made}`, ...lists, ...values }
  }
  async function given(values: object = {}) {
    const override = anOverride(values)
    const { status, body, etag } = await admin.send('POST', 'metricconfiguration', override)
    expect({ status, etag }).toEqual({ status: 201, etag: expect.stringMatching(/-1"$/) })
    return { ...override, id: Number(body.id) }
  }
  const full = {
    global_attributes: [
      { attribute: 'VONAME', value: 'demo of all' },
      { attribute: 'A.B-C_d', value: ' "x" $Y ' },
    ],
    host_attributes: [
      { hostname: host, attribute: 'GRAM_PORT', value: '3119 ' },
      { hostname: `web__${host}`, attribute: 'GRAM_PORT', value: '1' },
    ],
    metric_parameters: [
      { hostname: host, metric: 'web.http', parameter: '-u', value: '/health -k' },
      { hostname: '10.0.0.1', metric: 'web.http', parameter: '-u', value: '0' },
      // A switch.
      { hostname: '10.0.0.1', metric: 'web.http', parameter: '--follow', value: '' },
    ],
  }

  test('a new one is stored completely under its name in order, with its first version', async () => {
    const override = await given(full)
    const { body, etag } = await admin.send('GET', `metricconfiguration/${override.name}`)
    expect(body).toEqual(override)
    expect(etag).toMatch(/-1"$/)
    expect((await admin.send('GET', 'metricconfiguration')).body).toContainEqual(override)
    const { body: versions } = await admin.send('GET', `tenantversion/metricoverride/${override.name}`)
    const { id: _, ...fields } = override
    expect(versions).toMatchObject([{ version: '1', user: 'admin', comment: 'Initial version.', fields }])
  })

  test('new names of metrics and attributes that no metric has are said, also in a dry run', async () => {
    const lists = {
      global_attributes: [{ attribute: 'NOBODY', value: '1' }],
      metric_parameters: [{ hostname: host, metric: 'no.metric', parameter: '-u', value: '/' }],
    }
    const warning = 'There is no metric no.metric.\nNo metric has the attribute NOBODY.'
    const override = anOverride(lists)
    const dry = await admin.send('POST', 'metricconfiguration?dry_run=true', override)
    expect(dry.body.notices).toEqual({ warning })
    const { body, etag = '' } = await admin.send('POST', 'metricconfiguration', override)
    expect(body.warning).toBe(warning)
    // What is stored already may stay.
    const { warning: _, ...stored } = body
    const parameters = [...lists.metric_parameters, { hostname: host, metric: 'other', parameter: '-u', value: '/' }]
    const change = { ...stored, metric_parameters: parameters }
    const changed = await admin.send('PUT', 'metricconfiguration', change, ifMatch(etag))
    expect([changed.status, changed.body.warning]).toEqual([200, 'There is no metric other.'])
  })

  test('hosts that the topology of today does not have are said in a dry run, if the Web API can tell', async () => {
    const rows = (...hostnames: string[]) => ({
      host_attributes: hostnames.map((hostname) => ({ hostname, attribute: 'ROBOT_CERT', value: '1' })),
    })
    const warningOf = async (method: string, body: object, headers = {}) => {
      const answer = await admin.send(method, 'metricconfiguration?dry_run=true', body, headers)
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ changes: expect.anything() })])
      return (answer.body.notices.warning ?? '')
        .split('\n')
        .filter((line: string) => /^(The topology|Hosts)/.test(line))
    }
    const known = ['a.test', 'fd00::1', 'web__a.test']
    // Without a topology, all hosts can be right.
    expect(await warningOf('POST', anOverride(rows('b.test')))).toEqual([])
    const endpoint = (hostname: string) => ({ type: 'SITES', group: 'S1', service: 'web', hostname, tags: {} })
    await writeTopology(server, 'NORTH', '2030-01-01', { endpoints: known.slice(0, 2).map(endpoint) })
    expect(await warningOf('POST', anOverride(rows(...known)))).toEqual([])
    const unknown = ['b.test', 'ftp__a.test']
    const warning = ['The topology of today does not have the host b.test, ftp__a.test.']
    expect(await warningOf('POST', anOverride(rows(...known, ...unknown)))).toEqual(warning)
    const many = Array.from({ length: 60 }, (_, index) => `h${index}.test`)
    expect(await warningOf('POST', anOverride(rows('a.test', ...many)))).toEqual([
      `The topology of today does not have the host ${many.slice(0, 5).join(', ')} and 55 more.`,
    ])
    // A parameter of a metric names its host too, and what is stored already may stay.
    const stored = await given(rows('c.test'))
    const parameters = unknown.map((hostname) => ({ hostname, metric: 'web.http', parameter: '-u', value: '/' }))
    const change = { ...stored, metric_parameters: parameters }
    expect(await warningOf('PUT', change, ifMatch(firstTag(stored)))).toEqual(warning)
    // A save does not ask the Web API, and a dry run does without it.
    server.webApi.behave({ kind: 'refuse', status: 503 })
    expect(await warningOf('POST', anOverride(rows('b.test')))).toEqual([
      'Hosts could not be checked: The Web API answered 503.',
    ])
    await given(rows('b.test'))
    server.webApi.recover()
  })

  test('blank rows are dropped, the others keep their order', async () => {
    const [first, second] = full.global_attributes
    const blank = { hostname: ' ', metric: '', parameter: '', value: '  ' }
    const { name } = await given({
      global_attributes: [{ attribute: '', value: '' }, second, { attribute: '', value: ' ' }, first],
      metric_parameters: [blank],
    })
    const { body } = await admin.send('GET', `metricconfiguration/${name}`)
    expect(body).toMatchObject({ global_attributes: [second, first], metric_parameters: [] })
  })

  const global = (attribute: string, value: string) => ({ global_attributes: [{ attribute, value }] })
  const ofHost = (hostname: string, attribute = 'PORT', value = '1') => ({
    host_attributes: [{ hostname, attribute, value }],
  })
  const parameter = (given: object) => ({
    metric_parameters: [{ hostname: host, metric: 'm', parameter: '-p', value: '1', ...given }],
  })
  const nameRule = 'Name can contain alphanumeric characters, dash and underscore, but must always begin with a letter'
  test.each([
    ['a name', { name: ' ' }, { name: 'Name field is required' }],
    ['a name that begins with a letter', { name: '1a' }, { name: nameRule }],
    ['a name without dots', { name: 'a.b' }, { name: nameRule }],
    ['a name that is no page', { name: 'clone' }, { name: 'This name is reserved' }],
    ['an attribute', global('', 'x'), { 'global_attributes.0.attribute': `Attribute ${attributeRule}` }],
    [
      'an attribute without spaces',
      global('A B', 'x'),
      { 'global_attributes.0.attribute': `Attribute ${attributeRule}` },
    ],
    ['a value of one line', global('A', 'x\ny'), { 'global_attributes.0.value': 'Value cannot contain line breaks' }],
    ['a whole number', global('interval', '5m'), { 'global_attributes.0.value': 'Must be a whole number' }],
    ['a host', ofHost(''), { 'host_attributes.0.hostname': 'Invalid hostname' }],
    ['a host without a port', ofHost('host:80'), { 'host_attributes.0.hostname': 'Invalid hostname' }],
    ['a host that begins well', ofHost('-a'), { 'host_attributes.0.hostname': 'Invalid hostname' }],
    ['a host with labels', ofHost('a..b'), { 'host_attributes.0.hostname': 'Invalid hostname' }],
    ['a host without brackets', ofHost('[::1]'), { 'host_attributes.0.hostname': 'Invalid hostname' }],
    ["a host's attribute", ofHost(host, '', 'x'), { 'host_attributes.0.attribute': `Attribute ${attributeRule}` }],
    ['a metric', parameter({ metric: '' }), { 'metric_parameters.0.metric': `Metric name ${attributeRule}` }],
    [
      'a parameter',
      parameter({ parameter: '' }),
      { 'metric_parameters.0.parameter': 'Parameter cannot contain white space' },
    ],
    [
      'one word',
      parameter({ parameter: '-a b' }),
      { 'metric_parameters.0.parameter': 'Parameter cannot contain white space' },
    ],
    [
      'seconds',
      parameter({ parameter: '--timeout', value: '30s' }),
      { 'metric_parameters.0.value': 'Must be a whole number' },
    ],
    [
      'each once',
      { global_attributes: [global('A', '1'), global('A', '2')].flatMap((set) => set.global_attributes) },
      { 'global_attributes.1': 'Duplicated' },
    ],
    [
      'each host once',
      { host_attributes: [...ofHost(host).host_attributes, ...ofHost(host, 'PORT', '2').host_attributes] },
      { 'host_attributes.1': 'Duplicated' },
    ],
    [
      'each parameter once',
      { metric_parameters: [...parameter({}).metric_parameters, ...parameter({ value: '2' }).metric_parameters] },
      { 'metric_parameters.1': 'Duplicated' },
    ],
    ['nothing else', { colour: 'red' }, { colour: 'Unknown field' }],
  ])('%s is required', async (_, change, fields) => {
    const override = anOverride(change)
    expect(refusal(await admin.send('POST', 'metricconfiguration', override))).toMatchObject({
      code: 'invalid_input',
      fields,
    })
    expect((await admin.send('GET', 'metricconfiguration')).body).not.toContainEqual(
      expect.objectContaining({ name: override.name }),
    )
  })

  test.each([host, '10.0.0.1', 'host.example.org_endpoint.1', `org.web__${host}`])(
    'the host %s is valid',
    async (hostname) => {
      const { name } = await given(ofHost(hostname))
      expect((await admin.send('GET', `metricconfiguration/${name}`)).body).toMatchObject(ofHost(hostname))
    },
  )

  test('a name is unique; adds and renames have their own messages', async () => {
    const [first, second] = [await given(), await given()]
    const again = await admin.send('POST', 'metricconfiguration', anOverride({ name: first.name }))
    const fields = { name: 'Already exists' }
    expect(refusal(again)).toMatchObject({
      code: 'already_exists',
      detail: 'Local metric configuration with this name already exists.',
      fields,
    })
    const renamed = await admin.send(
      'PUT',
      'metricconfiguration',
      { ...second, name: first.name },
      ifMatch(firstTag(second)),
    )
    expect(refusal(renamed)).toMatchObject({
      code: 'already_exists',
      detail: 'Metric configuration override with this name already exists.',
      fields,
    })
  })

  test('a change requires the current version, can rename, and is in the history', async () => {
    const override = await given(full)
    const [first] = full.host_attributes
    const change = {
      ...override,
      name: `${override.name}-renamed`,
      global_attributes: full.global_attributes.toReversed(),
      host_attributes: [{ ...first, value: '3120' }],
      metric_parameters: [...full.metric_parameters, { hostname: host, metric: 'disk', parameter: '-w', value: '5' }],
    }
    expect((await admin.send('PUT', 'metricconfiguration', change)).status).toBe(428)
    expect((await admin.send('PUT', 'metricconfiguration', change, ifMatch('"7"'))).status).toBe(412)
    const { status, body, etag } = await admin.send('PUT', 'metricconfiguration', change, ifMatch(firstTag(override)))
    expect({ status, body, etag }).toEqual({
      status: 200,
      body: { ...change, warning: 'There is no metric disk.' },
      etag: expect.stringMatching(/-2"$/),
    })
    expect((await admin.send('GET', `metricconfiguration/${change.name}`)).body).toEqual(change)
    const { body: versions } = await admin.send('GET', `tenantversion/metricoverride/${change.name}`)
    expect(versions[0].comment).toBe(
      'Changed the order of global attributes. Deleted host attribute "web__a.example.org GRAM_PORT". ' +
        'Changed host attribute "a.example.org GRAM_PORT". Added metric parameter "a.example.org disk -w". Changed name.',
    )
    expect(
      refusal(await admin.send('PUT', 'metricconfiguration', { ...change, id: 9999 }, ifMatch('*'))),
    ).toMatchObject({
      code: 'not_found',
      detail: 'Metric configuration override with requested id does not exist.',
    })
  })

  test('a deleted one exists only in its history', async () => {
    const { id, name } = await given(full)
    const address = `metricconfiguration/${name}`
    expect((await admin.send('DELETE', address)).status).toBe(428)
    expect((await admin.send('DELETE', address, undefined, ifMatch(firstTag({ id })))).status).toBe(204)
    for (const method of ['GET', 'DELETE']) {
      const result = refusal(await admin.send(method, address, undefined, ifMatch('*')))
      expect(result).toMatchObject({ code: 'not_found', detail: 'Metric configuration not found.' })
    }
    expect((await admin.send('GET', `tenantversion/metricoverride/${name}`)).body).toHaveLength(1)
  })

  test('one of two concurrent saves wins', async () => {
    const override = await given()
    const save = (value: string) =>
      admin.send('PUT', 'metricconfiguration', { ...override, ...global('A', value) }, ifMatch(firstTag(override)))
    const answers = await Promise.all([save('1'), save('2')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test('are restricted to superusers, including their history', async () => {
    const { name } = await given()
    const member = await server.as('member')
    for (const [method, path] of [
      ['GET', 'metricconfiguration'],
      ['GET', `metricconfiguration/${name}`],
      ['GET', `tenantversion/metricoverride/${name}`],
      ['GET', 'effectivecheck?metric=web.http'],
      ['DELETE', `metricconfiguration/${name}`],
    ] as const) {
      const { status, body } = await member.send(method, path, undefined, ifMatch('*'))
      expect([status, body.code], `${method} ${path}`).toEqual([403, 'not_allowed'])
    }
    const anonymous = await server.as(undefined)
    expect((await anonymous.send('GET', `tenantversion/metricoverride/${name}`)).status).toBe(401)
    const result = refusal(await member.send('POST', 'metricconfiguration', anOverride()))
    expect(result.code).toBe('not_allowed')
  })

  describe('the list for boxes', () => {
    const box = (headers = {}) =>
      server.box('box-SOUTH', 'south.test').send('GET', '/api/v2/metricoverrides', undefined, headers)

    test('contains every override in name order, with its published fields', async () => {
      expect((await box()).body).toEqual({})
      const south = await server.as('admin', 'south.test')
      for (const override of [anOverride({ name: 'b' }), anOverride({ ...full, name: 'B' })]) {
        await south.send('POST', 'metricconfiguration', override)
      }
      const { status, body, headers } = await box()
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(JSON.stringify(body)).toBe(
        JSON.stringify({ B: full, b: { global_attributes: [], host_attributes: [], metric_parameters: [] } }),
      )
      const slashed = await server.box('box-SOUTH', 'south.test').send('GET', '/api/v2/metricoverrides/')
      expect(slashed.body).toEqual(body)
      expect((await server.box('box-NORTH', 'south.test').send('GET', '/api/v2/metricoverrides')).status).toBe(403)
    })

    test('is not sent again while nothing is written', async () => {
      const { etag = '' } = await box()
      expect((await box({ 'if-none-match': etag })).status).toBe(304)
      await (await server.as('admin', 'south.test')).send('POST', 'metricconfiguration', anOverride())
      expect((await box({ 'if-none-match': etag })).status).toBe(200)
    })
  })

  describe('the effective check', () => {
    const get = (metric: string, at = '') =>
      admin.send('GET', `effectivecheck?metric=${metric}&host=${encodeURIComponent(at)}`)

    test("consists of the metric's template version, the tenant's values, ports and overrides", async () => {
      const north = await server.tenant('NORTH')
      await sql`
        insert into metrics (template_id, template_version_id, config)
        select id, current_version_id, '[{"key":"interval","value":"7"},{"key":"path","value":"/usr/libexec/probes"},
          {"key":"timeout","value":"30"},{"key":"maxCheckAttempts","value":"3"}]'
        from metric_templates where name = 'web.tls'
      `.execute(north)
      const row = { hostname: host, metric: 'web.tls', parameter: '--a', value: 'b c' }
      const { name } = await given({ metric_parameters: [row] })
      const { status, body } = await get('web.tls', host)
      expect(status).toBe(200)
      expect(body.command.map(({ option, value }: Record<string, string>) => `${option} ${value}`.trim())).toEqual([
        '/usr/libexec/probes/check_2.0.0',
        `-H ${host}`,
        '-t 30',
        '--z last first',
        '10 ten',
        '2 two',
        '--a b c',
      ])
      expect(body.command.at(-1)).toMatchObject({ origin: { kind: 'override', name }, openEnds: [] })
      expect(body.config[0]).toMatchObject({ key: 'interval', value: '7', origin: { kind: 'tenant' } })
      expect(body.problems).toEqual(['It is in no metric profile, so no box runs it.'])
      expect((await get('web.tls')).body.command.at(-1)).toMatchObject({ value: '', origin: { kind: 'template' } })
    })

    test('is refused for an invalid host, and for a metric that the tenant does not have', async () => {
      expect(refusal(await get('web.tls', 'a b'))).toMatchObject({
        code: 'invalid_input',
        fields: { host: 'Invalid hostname' },
      })
      expect(refusal(await get('never'))).toMatchObject({ code: 'not_found', detail: 'Metric not found.' })
    })
  })

  test('takes the same number of statements for any number of rows and overrides', async () => {
    const many = {
      global_attributes: Array.from({ length: 300 }, (_, at) => ({ attribute: `A${at}`, value: String(at) })),
    }
    const sent = async (work: () => Promise<unknown>) =>
      (await server.statements(work)).filter((statement) => !statement.startsWith('set ')).length
    const [small, large] = [await given(), await given(many)]
    const change = (override: { readonly id: number }) =>
      sent(async () => {
        const { status } = await admin.send(
          'PUT',
          'metricconfiguration',
          { ...override, ...ofHost(host) },
          ifMatch(firstTag(override)),
        )
        expect(status).toBe(200)
      })
    const few = await change(small)
    expect(await change(large)).toBe(few)
    expect(few).toBeLessThanOrEqual(12)
    expect(await sent(() => admin.send('GET', 'metricconfiguration'))).toBe(2)
    const get = () => server.box('box-NORTH').send('GET', '/api/v2/metricoverrides')
    // The first request of a minute records the key's last use.
    await get()
    // After a change each time: unchanged data is cached.
    await given()
    const read = await sent(get)
    await given(many)
    expect(await sent(get)).toBe(read)
    expect(await sent(() => admin.send('GET', 'effectivecheck?metric=web.tls'))).toBe(3)
  })
})
