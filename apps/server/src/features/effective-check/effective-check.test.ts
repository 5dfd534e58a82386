import type { TopologyEndpoint } from '@quatrain/contract/reports/topology.ts'
import type { MetricOverrideDocument } from '@quatrain/contract/resources/metric-override.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConfiguredMetric } from '#features/metrics/metrics.reads.ts'
import { effectiveCheckOf } from './effective-check.ts'
import { countTopology, hostInTopology } from './host-in-topology.ts'

const config = [
  { key: 'maxCheckAttempts', value: '3' },
  { key: 'timeout', value: '30' },
  { key: 'path', value: '$USER1$/' },
  { key: 'interval', value: '5' },
  { key: 'retryInterval', value: '3' },
]

const aMetric = (given: Partial<ConfiguredMetric> = {}): ConfiguredMetric => ({
  name: 'web.http',
  mtype: 'Active',
  probeexecutable: 'check_http',
  parent: '',
  hasParent: false,
  isInProfile: true,
  flags: [],
  attribute: [
    { key: 'SSL', value: '-S' },
    { key: 'WEB_PORT', value: '-p' },
    { key: 'VO', value: '--vo' },
  ],
  parameter: [
    { key: '-u', value: '/' },
    { key: '-N', value: '' },
  ],
  config,
  templateConfig: config,
  ...given,
})

const anOverride = (name: string, given: Partial<MetricOverrideDocument> = {}): MetricOverrideDocument => ({
  name,
  global_attributes: [],
  host_attributes: [],
  metric_parameters: [],
  ...given,
})

const ports = new Map([['WEB_PORT', '443']])
const host = 'a.example.org'
const check = (overrides: readonly MetricOverrideDocument[] = [], metric = aMetric(), at = host) =>
  effectiveCheckOf({ metric, ports, overrides, host: at })
const line = (found = check()) =>
  found.command.map(({ option, value }) => [option, value].filter(Boolean).join(' ')).join(' ')
const named = (found: ReturnType<typeof check>, name: string) => found.command.find((part) => part.name === name)

test('a command consists of executable, host, timeout, parameters and attributes, in the stored order', () => {
  expect(line()).toBe('$USER1$/check_http -H a.example.org -t 30 -u / -N -S --sni -p 443 --vo VO')
})

test('values that only the box knows, and values with variables, are open', () => {
  const open = check()
    .command.filter(({ openEnds }) => openEnds.length > 0)
    .map(({ name, origin, openEnds }) => [name, origin.kind, ...openEnds])
  expect(open).toEqual([
    ['executable', 'template', 'variable'],
    ['SSL', 'box', 'box'],
    ['WEB_PORT', 'default port', 'topology'],
    ['VO', 'box', 'box'],
  ])
  const secret = check([anOverride('o', { global_attributes: [{ attribute: 'VO', value: '$VO_SECRET' }] })])
  expect(named(secret, 'VO')).toMatchObject({
    value: '$VO_SECRET',
    openEnds: ['variable'],
    origin: { kind: 'override' },
  })
  expect(named(check([], aMetric(), ''), 'host')).toMatchObject({ openEnds: ['box'], origin: { kind: 'box' } })
})

test('flags omit host and timeout', () => {
  const flags = [
    { key: 'NOHOSTNAME', value: '1' },
    { key: 'NOTIMEOUT', value: '1' },
  ]
  expect(line(check([], aMetric({ flags })))).toBe('$USER1$/check_http -u / -N -S --sni -p 443 --vo VO')
})

test('a value of the tenant has its origin and the value of the template', () => {
  const own = aMetric({ config: config.map((entry) => (entry.key === 'timeout' ? { ...entry, value: '60' } : entry)) })
  const tenants = { value: '60', origin: { kind: 'tenant' }, replaced: [{ value: '30', origin: { kind: 'template' } }] }
  const found = check([], own)
  expect(named(found, 'timeout')).toMatchObject(tenants)
  expect(found.config.find(({ key }) => key === 'timeout')).toMatchObject(tenants)
  expect(found.config.find(({ key }) => key === 'interval')).toMatchObject({ origin: { kind: 'template' } })
})

test('an override of the host precedes one of all hosts, and both precede the default port', () => {
  const found = check([
    anOverride('a', { host_attributes: [{ hostname: host, attribute: 'WEB_PORT', value: '1' }] }),
    anOverride('b', { global_attributes: [{ attribute: 'WEB_PORT', value: '2' }] }),
  ])
  expect(named(found, 'WEB_PORT')).toMatchObject({
    value: '1',
    origin: { kind: 'override', name: 'a' },
    replaced: [
      { value: '2', origin: { kind: 'override', name: 'b' } },
      { value: '443', origin: { kind: 'default port' } },
    ],
  })
})

test('a parameter that only an override sets comes last, and replaces the attribute with its option', () => {
  const row = { hostname: host, metric: 'web.http', parameter: '-p', value: '8443 x' }
  const found = check([anOverride('a', { metric_parameters: [row] })])
  expect(line(found)).toBe('$USER1$/check_http -H a.example.org -t 30 -u / -N -p 8443 x -S --sni --vo VO')
  expect(named(found, '-p')?.replaced).toEqual([{ value: '443', origin: { kind: 'default port', name: '' } }])
})

test('an empty value makes an option without a value, and has no effect if the metric has a default', () => {
  const row = { hostname: host, metric: 'web.http', value: '' }
  const found = check([
    anOverride('a', {
      metric_parameters: [
        { ...row, parameter: '--follow' },
        { ...row, parameter: '-u' },
      ],
    }),
  ])
  expect(line(found)).toBe('$USER1$/check_http -H a.example.org -t 30 -u / -N --follow -S --sni -p 443 --vo VO')
  expect(found.problems).toEqual(['The empty value of -u in a has no effect. Boxes use the default.'])
})

test('a parameter of one host omits the attribute with its option on every other host too', () => {
  const row = { hostname: host, metric: 'web.http', parameter: '-p', value: '8443' }
  const found = check([anOverride('a', { metric_parameters: [row] })], aMetric(), 'b.example.org')
  expect(line(found)).toBe('$USER1$/check_http -H b.example.org -t 30 -u / -N -S --sni --vo VO')
  expect(found.leftOut).toEqual([
    { name: 'WEB_PORT', option: '-p', because: 'parameter', overrides: ['a'], hosts: [host] },
  ])
  expect(check([anOverride('a', { metric_parameters: [row] })]).leftOut).toEqual([])
})

describe('the certificate of a check', () => {
  const cert = '/etc/sensu/certs/host.pem'
  const robot = { attribute: 'ROBOT_CERT', value: '/etc/sensu/certs/robot.pem' }
  const metric = aMetric({
    attribute: [
      { key: 'NAGIOS_HOST_CERT', value: '-C' },
      { key: 'NAGIOS_ACTUAL_HOST_CERT', value: '-A' },
    ],
  })
  const own = anOverride('a', { global_attributes: [{ attribute: 'NAGIOS_HOST_CERT', value: cert }] })

  test("is the robot's if it has one", () => {
    const found = check([own, anOverride('r', { global_attributes: [robot] })], metric)
    expect(named(found, 'NAGIOS_HOST_CERT')).toMatchObject({
      value: robot.value,
      origin: { kind: 'override', name: 'r', attribute: 'ROBOT_CERT' },
      replaced: [{ value: cert, origin: { kind: 'override', name: 'a' } }],
    })
    expect(named(found, 'NAGIOS_ACTUAL_HOST_CERT')).toMatchObject({
      value: cert,
      origin: { kind: 'override', name: 'a', attribute: 'NAGIOS_HOST_CERT' },
    })
  })

  test('is not that of a host', () => {
    const of = { hostname: host, attribute: 'NAGIOS_HOST_CERT', value: 'x' }
    expect(named(check([own, anOverride('h', { host_attributes: [of] })], metric), 'NAGIOS_HOST_CERT')).toMatchObject({
      value: cert,
      openEnds: [],
    })
    expect(named(check([], metric), 'NAGIOS_HOST_CERT')?.openEnds).toEqual(['box'])
  })
})

describe('a secret', () => {
  const metric = aMetric({ attribute: [{ key: 'argo.api_TOKEN', value: '--token' }] })
  const of = { attribute: 'argo.api_TOKEN', value: '$MY_TOKEN' }
  const stays = expect.stringContaining('$MY_TOKEN of argo.api_TOKEN stays empty')

  test("is read from the box's secrets file under the name of the attribute", () => {
    const found = check([], metric)
    expect(named(found, 'argo.api_TOKEN')).toMatchObject({
      value: '$ARGO_API_TOKEN',
      origin: { kind: 'secrets file' },
      openEnds: ['variable'],
    })
    expect(found.problems).toEqual([])
  })

  test('can have another name for a host, but not for all hosts', () => {
    expect(check([anOverride('h', { host_attributes: [{ hostname: host, ...of }] })], metric).problems).toEqual([])
    expect(check([anOverride('g', { global_attributes: [of] })], metric).problems).toEqual([stays])
  })

  test('is resolved wherever another attribute refers to it', () => {
    const two = aMetric({ attribute: [...metric.attribute, { key: 'API_PASSWORD', value: '--pass' }] })
    expect(check([anOverride('g', { global_attributes: [of] })], two).problems).toEqual([])
    const parameter = { hostname: host, metric: 'web.http', parameter: '--pass', value: 'x' }
    const without = anOverride('p', { global_attributes: [of], metric_parameters: [parameter] })
    expect(check([without], two).problems).toEqual([stays])
  })

  test('is not a macro of the box', () => {
    const path = anOverride('g', { global_attributes: [{ attribute: 'VO', value: '$USER1$/x' }] })
    expect(check([path]).problems).toEqual([])
  })
})

test('an override of a host applies to its services, one of a service only to that', () => {
  const set = (hostname: string) => anOverride('a', { host_attributes: [{ hostname, attribute: 'VO', value: 'ops' }] })
  const voOf = (hostname: string, at: string) => named(check([set(hostname)], aMetric(), at), 'VO')?.value
  expect(voOf(host, `web__${host}`)).toBe('ops')
  expect(voOf(`web__${host}`, `web__${host}`)).toBe('ops')
  expect(voOf(`web__${host}`, host)).toBe('VO')
  expect(voOf(`web__${host}`, `ftp__${host}`)).toBe('VO')
  expect(check([set(`web__${host}`)]).services).toEqual([`web__${host}`])
  expect(line(check([], aMetric(), `web__${host}`))).toContain(`-H ${host} `)
})

const endpoint = (
  service: string,
  hostname: string,
  tags: Readonly<Record<string, string>> = {},
): TopologyEndpoint => ({
  type: 'SITES',
  group: 'S1',
  service,
  hostname,
  tags: Object.entries(tags).map(([name, value]) => ({ name, value })),
})

/** The check on the first endpoint of a topology, in which the service types `web` and `ftp` have the metric. */
function checkIn(
  endpoints: readonly [TopologyEndpoint, ...TopologyEndpoint[]],
  metric: ConfiguredMetric,
  overrides: readonly MetricOverrideDocument[] = [],
) {
  const [{ service, hostname }] = endpoints
  const own = endpoints.filter((endpoint) => endpoint.service === service && endpoint.hostname === hostname)
  const topology = hostInTopology(countTopology(endpoints), metric, ['web', 'ftp'], own)
  return effectiveCheckOf({ metric, ports, overrides, host: `${service}__${hostname}`, topology })
}

describe('an extension of the topology', () => {
  const metric = aMetric({ attribute: [{ key: 'SKIP', value: '--skip-ls' }], parameter: [] })
  const ofHost = anOverride('o', { host_attributes: [{ hostname: host, attribute: 'SKIP', value: '2' }] })
  const attributesOf = (found: ReturnType<typeof check>) =>
    found.command.filter(({ kind }) => kind === 'attribute').map(({ option, value }) => [option, value])

  test.each(['0', '1'])('whose value is %s is an option without a value', (value) => {
    const found = checkIn([endpoint('web', host, { info_ext_SKIP: value })], metric)
    expect(attributesOf(found)).toEqual([['--skip-ls', '']])
    expect(
      attributesOf(checkIn([endpoint('web', host, { info_ext_SKIP: value }), endpoint('web', 'b')], metric)),
    ).toEqual([['--skip-ls', '']])
  })

  test('counts for a host if some endpoints of its own service type lack it, and replaces overrides', () => {
    const found = checkIn([endpoint('web', host, { info_ext_SKIP: 'x' }), endpoint('web', 'b')], metric, [ofHost])
    expect(attributesOf(found)).toEqual([['--skip-ls', 'x']])
  })

  test('does not count if its service type has it everywhere, and another one with the metric does not', () => {
    const found = checkIn([endpoint('web', host, { info_ext_SKIP: 'x' }), endpoint('ftp', 'b')], metric, [ofHost])
    expect(attributesOf(found)).toEqual([])
    expect(found.leftOut).toEqual([
      {
        name: 'SKIP',
        option: '--skip-ls',
        because: 'extension',
        overrides: ['o'],
        hosts: [],
        endpoints: 2,
        lacking: 1,
      },
    ])
  })

  test('does not replace an override beside a global value if an endpoint of the service type lacks it', () => {
    const both = [anOverride('g', { global_attributes: [{ attribute: 'SKIP', value: '1' }] }), ofHost]
    const tagged = endpoint('web', host, { info_ext_SKIP: 'x' })
    expect(attributesOf(checkIn([tagged, endpoint('web', 'b')], metric, both))).toEqual([['--skip-ls', '2']])
    expect(attributesOf(checkIn([tagged, endpoint('ftp', 'b')], metric, both))).toEqual([['--skip-ls', 'x']])
  })
})

test('the attribute SSL is a fixed option of endpoints with an address of https', () => {
  const metric = aMetric({ attribute: [{ key: 'SSL', value: '--ssl' }] })
  const at = (info_URL: string) => checkIn([endpoint('web', host, { info_URL })], metric)
  expect(named(at('https://a/'), 'SSL')).toMatchObject({ option: '', value: '-S --sni', openEnds: [] })
  expect(named(at('http://a/'), 'SSL')).toBeUndefined()
  expect(at('http://a/').leftOut).toMatchObject([{ name: 'SSL', because: 'no https' }])
})

describe('problems that prevent a box from running it are reported', () => {
  const without = (key: string) => aMetric({ config: config.filter((entry) => entry.key !== key) })
  const interval = (value: string) => aMetric({ config: [...without('interval').config, { key: 'interval', value }] })
  test.each([
    ['nothing', aMetric(), []],
    ['an interval of no number', interval('5m'), [expect.stringContaining('every check of the tenant')]],
    ['an empty interval', interval(''), [expect.stringContaining('every check of the tenant')]],
    ['no interval', without('interval'), ['It has no interval. Boxes leave the check out.']],
    ['no path', without('path'), ['It has no path. Boxes leave the check out.']],
    ['no timeout', without('timeout'), ['It has no timeout. Boxes leave the check out.']],
    ['no timeout, nor need of one', { ...without('timeout'), flags: [{ key: 'NOTIMEOUT', value: '1' }] }, []],
    ['no executable', aMetric({ probeexecutable: '' }), ['It has no probe executable. Boxes leave the check out.']],
    ['no profile', aMetric({ isInProfile: false }), ['It is in no metric profile, so no box runs it.']],
    ['a passive one with its parent', aMetric({ mtype: 'Passive', parent: 'p', hasParent: true, config: [] }), []],
    ['a passive one alone', aMetric({ mtype: 'Passive', config: [] }), [expect.stringContaining('no parent')]],
    ['another parent', aMetric({ mtype: 'Passive', parent: 'p' }), [expect.stringContaining('no active metric')]],
  ])('%s', (_, metric, problems) => {
    const found = check([], metric)
    expect(found.problems).toEqual(problems)
    if (metric.mtype === 'Passive') expect(found.command).toEqual([])
  })
})

const hosts = ['a.example.org', 'b.example.org', 'web__a.example.org', 'web__b.example.org']
const optionOf: Readonly<Record<string, string>> = {
  SSL: '-S',
  WEB_PORT: '-p',
  VO: '--vo',
  OTHER: '-x',
  API_TOKEN: '--token',
  NAGIOS_HOST_CERT: '-C',
  ROBOT_CERT: '-R',
  PAGE_URL: '--page',
  ARGO_WEBDAV_OPS_URL: '--dav-url',
  PATH: '--path',
}
const attributes = Object.keys(optionOf)
const filled = fc.string({ minLength: 1 })
const anyValue = fc.oneof(fc.string(), fc.constantFrom('', '0', '1'))
const rowsWith = (hostname: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc.record({
    global_attributes: fc.array(fc.record({ attribute: fc.constantFrom(...attributes), value }), { maxLength: 5 }),
    host_attributes: fc.array(fc.record({ hostname, attribute: fc.constantFrom(...attributes), value }), {
      maxLength: 5,
    }),
    metric_parameters: fc.array(
      fc.record({
        hostname,
        metric: fc.constantFrom('web.http', 'disk'),
        parameter: fc.constantFrom('-u', '-p', '-x'),
        value,
      }),
      { maxLength: 3 },
    ),
  })
const overridesWith = (hostname: fc.Arbitrary<string>, value = filled) =>
  fc
    .array(rowsWith(hostname, value), { maxLength: 4 })
    .map((sets) => sets.map((set, at) => ({ name: `o${at}`, ...set })))
const anyOverrides = overridesWith(fc.constantFrom(...hosts))
const anyOverridesWithBlanks = overridesWith(fc.constantFrom(...hosts), anyValue)
const everyAttribute = aMetric({
  attribute: Object.entries(optionOf).map(([key, value]) => ({ key, value })),
  parameter: [{ key: '-u', value: '/' }],
})

/** Any topology whose first endpoint is the service `web` of the host. */
const anyTopology = fc
  .tuple(
    ...[
      fc.constant(['web', host] as const),
      fc.constantFrom(['web', 'b'] as const, ['ftp', 'b'] as const, ['none', 'b'] as const),
    ]
      .flatMap((place, index) => (index === 0 ? [place] : [place, place]))
      .map((place) =>
        fc.tuple(
          place,
          fc.dictionary(fc.constantFrom(...attributes.map((name) => `info_ext_${name}`)), anyValue),
          fc.constantFrom('', 'http://a', 'https://a'),
        ),
      ),
  )
  .map((rows) =>
    rows.map(([[service, hostname], extensions, url]) => endpoint(service, hostname, { ...extensions, info_URL: url })),
  )

/**
 * The attributes on a box that knows the topology, as option and value. It makes one command for all hosts, in which an
 * attribute is a text or the label of a host with a default, and then the labels of each host. Undefined for labels
 * that the host does not have, which no rule determines.
 */
function asTheBoxDoes(overrides: readonly MetricOverrideDocument[], all: readonly TopologyEndpoint[]) {
  const globals = new Map(overrides.flatMap((set) => set.global_attributes.map((row) => [row.attribute, row.value])))
  const ofHosts = overrides.flatMap((set) => set.host_attributes)
  const parameters = overrides.flatMap((set) => set.metric_parameters).filter((row) => row.metric === 'web.http')
  const tag = (endpoint: TopologyEndpoint | undefined, name: string) =>
    endpoint?.tags.find((tag) => tag.name === name)?.value
  const everyHas = (services: readonly string[], name: string) =>
    all.filter(({ service }) => services.includes(service)).every((endpoint) => tag(endpoint, name) !== undefined)
  const isSpecialUrl = (name: string) => name === 'ARGO_WEBDAV_OPS_URL'
  const spelled = (text: string) => text.replace(/^-+/, '').replaceAll('-', '_')

  const labels = new Map<string, string>()
  if (tag(all[0], 'info_URL') === 'https://a') labels.set('ssl', '-S --sni')
  for (const row of ofHosts) {
    if ([host, `web__${host}`].includes(row.hostname) && !isSpecialUrl(row.attribute))
      labels.set(row.attribute.toLowerCase(), row.value)
  }
  if (!globals.has('API_TOKEN') && !labels.has('api_token')) labels.set('api_token', '$API_TOKEN')
  for (const name of attributes.filter(isSpecialUrl)) {
    const found = [
      ...(tag(all[0], `info_ext_${name}`) === undefined ? [] : [tag(all[0], `info_ext_${name}`)]),
      ...ofHosts
        .filter((row) => row.attribute === name && [host, `web__${host}`].includes(row.hostname))
        .map((row) => row.value),
    ]
    labels.set(`dav_url__${name.toLowerCase()}`, found.length === 0 ? '' : `--dav-url ${found.at(-1)}`)
  }
  for (const { name: extension, value } of all[0]?.tags ?? []) {
    const name = extension.slice('info_ext_'.length)
    const given = ['0', '1'].includes(value) ? '' : value
    if (!extension.startsWith('info_ext_')) continue
    if (ports.has(name)) labels.set(name.toLowerCase(), value)
    else if (isSpecialUrl(name) && !everyHas(['web'], extension)) continue
    else if (everyHas(['web'], extension) || name.endsWith('_URL')) labels.set(name.toLowerCase(), given)
    else labels.set(`${spelled(optionOf[name] ?? '')}__${name.toLowerCase()}`, `${optionOf[name]} ${given}`)
  }

  const command = new Map<string, string | undefined>()
  for (const [name, option] of Object.entries(optionOf)) {
    if (parameters.some(({ parameter }) => parameter === option)) continue
    const isLabel = ofHosts.some(({ attribute }) => attribute === name)
    const label = labels.get(name.toLowerCase())
    const isExtension = all.some((endpoint) => tag(endpoint, `info_ext_${name}`) !== undefined)
    const fixed = globals.get(name === 'NAGIOS_HOST_CERT' && globals.has('ROBOT_CERT') ? 'ROBOT_CERT' : name)
    const withOption = (text: string | undefined) => (text === undefined ? undefined : `${option} ${text}`.trim())
    const text = () => {
      if (name === 'NAGIOS_HOST_CERT') return fixed === '' ? '' : withOption(fixed)
      if (fixed !== undefined && isLabel) return withOption(label || fixed)
      if (fixed !== undefined) return fixed === '' ? '' : withOption(fixed)
      if (name === 'API_TOKEN') return withOption(isLabel ? label : '$API_TOKEN')
      if (ports.has(name)) return withOption(label || ports.get(name))
      if (name === 'SSL') return (label ?? '').trim()
      if (name === 'PATH') return undefined
      if (
        isExtension &&
        !everyHas(['web', 'ftp'], `info_ext_${name}`) &&
        (isSpecialUrl(name) || !name.endsWith('_URL'))
      ) {
        return (labels.get(`${spelled(option).toLowerCase()}__${name.toLowerCase()}`) ?? '').trim()
      }
      return withOption(label)
    }
    command.set(name, text())
  }
  return command
}

/** The same of a check; an attribute that is left out is an empty text. */
function attributesIn({ command, leftOut }: ReturnType<typeof check>) {
  const texts = command
    .filter(({ kind }) => kind === 'attribute')
    .map(({ name, option, value, openEnds }): [string, string | undefined] => {
      return [name, openEnds.includes('box') ? undefined : `${option} ${value}`.trim()]
    })
  const gone = leftOut.filter(({ because }) => because !== 'parameter').map(({ name }): [string, string] => [name, ''])
  return new Map([...texts, ...gone])
}

describe('for any overrides', () => {
  test('those of other hosts and services change only which parts are omitted and open', () => {
    const others = overridesWith(fc.constantFrom('b.example.org', 'web__b.example.org', 'web__a.example.org'))
    fc.assert(
      fc.property(anyOverrides, others, (overrides, added) => {
        const strangers = added.map((set) => ({ ...set, global_attributes: [] }))
        const closed = (sets: readonly MetricOverrideDocument[]) =>
          check(sets).command.map(({ openEnds: _, ...part }) => part)
        const { leftOut } = check([...strangers, ...overrides, ...strangers])
        const gone = new Set(leftOut.map(({ name }) => name))
        expect(closed([...strangers, ...overrides, ...strangers])).toEqual(
          closed(overrides).filter(({ name }) => !gone.has(name)),
        )
      }),
    )
  })

  test('the last override that applies wins, and the replaced values are listed from the last to the first', () => {
    fc.assert(
      fc.property(anyOverrides, (overrides) => {
        const expected = overrides.flatMap((set) =>
          set.metric_parameters
            .filter(({ hostname, metric, parameter }) => {
              return hostname === host && metric === 'web.http' && parameter === '-u'
            })
            .map(({ value }) => value),
        )
        const found = named(check(overrides), '-u')
        expect([found?.value, ...(found?.replaced ?? []).map(({ value }) => value)]).toEqual([
          ...expected.toReversed(),
          '/',
        ])
      }),
    )
  })

  test('the metric keeps the order of its parameters and attributes, without duplicates', () => {
    fc.assert(
      fc.property(anyOverrides, (overrides) => {
        const { command } = check(overrides, everyAttribute)
        const names = command.map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        const own = ['executable', 'host', 'timeout', '-u', ...attributes]
        expect(names.filter((name) => own.includes(name))).toEqual(own.filter((name) => names.includes(name)))
      }),
    )
  })

  test('without the topology, what it can change is open', () => {
    fc.assert(
      fc.property(anyOverridesWithBlanks, anyTopology, (overrides, topology) => {
        const made = asTheBoxDoes(overrides, topology)
        for (const { kind, name, option, value, openEnds } of check(overrides, everyAttribute, `web__${host}`)
          .command) {
          if (kind !== 'attribute' || openEnds.includes('box') || openEnds.includes('topology')) continue
          expect(made.get(name), name).toBe(`${option} ${value}`.trim())
        }
      }),
    )
  })

  test('with the topology it is the command of the box', () => {
    fc.assert(
      fc.property(anyOverridesWithBlanks, anyTopology, (overrides, [first, ...others]) => {
        if (!first) return
        const found = checkIn([first, ...others], everyAttribute, overrides)
        expect(found.command.flatMap(({ openEnds }) => openEnds)).not.toContain('topology')
        expect(attributesIn(found)).toEqual(asTheBoxDoes(overrides, [first, ...others]))
      }),
      { numRuns: 500 },
    )
  })

  test('an attribute is in the command of all hosts or of none, and those without a replacement are listed', () => {
    fc.assert(
      fc.property(anyOverrides, (overrides) => {
        const of = (at: string) => {
          const { command, leftOut } = check(overrides, everyAttribute, at)
          const kept = command.filter(({ kind }) => kind === 'attribute').map(({ name }) => name)
          const taken = command.filter(({ kind }) => kind === 'parameter').map(({ option }) => option)
          return { kept, result: new Set([...leftOut.map(({ option }) => option), ...taken]) }
        }
        const everywhere = hosts.map(of)
        for (const { kept, result } of everywhere) {
          expect(kept).toEqual(everywhere[0]?.kept)
          const gone = everyAttribute.attribute.filter(({ key }) => !kept.includes(key))
          for (const { value: option } of gone) expect(result).toContain(option)
        }
      }),
    )
  })

  test('a value of an override is in that override', () => {
    fc.assert(
      fc.property(anyOverrides, (overrides) => {
        for (const { value, origin } of check(overrides).command) {
          if (origin.kind !== 'override') continue
          const held = overrides
            .filter(({ name }) => name === origin.name)
            .flatMap((set) => [...set.global_attributes, ...set.host_attributes, ...set.metric_parameters])
          expect(held.map(({ value }) => value)).toContain(value)
        }
      }),
    )
  })
})
