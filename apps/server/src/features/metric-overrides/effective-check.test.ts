import type { MetricOverrideDocument } from '@quatrain/contract/resources/metric-override.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConfiguredMetric } from '#features/metrics/configured-metric.reads.ts'
import { effectiveCheckOf } from './effective-check.ts'

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

test('a command is executable, host, timeout, parameters and attributes, in the stored order', () => {
  expect(line()).toBe('$USER1$/check_http -H a.example.org -t 30 -u / -N -S SSL -p 443 --vo VO')
})

test('what only the box knows is left open, and so is what holds variables', () => {
  const open = check()
    .command.filter(({ isOpen }) => isOpen)
    .map(({ name, origin }) => [name, origin.kind])
  expect(open).toEqual([
    ['executable', 'template'],
    ['SSL', 'box'],
    ['VO', 'box'],
  ])
  const secret = check([anOverride('o', { global_attributes: [{ attribute: 'VO', value: '$VO_SECRET' }] })])
  expect(named(secret, 'VO')).toMatchObject({ value: '$VO_SECRET', isOpen: true, origin: { kind: 'override' } })
  expect(named(check([], aMetric(), ''), 'host')).toMatchObject({ isOpen: true, origin: { kind: 'box' } })
})

test('flags leave out host and timeout', () => {
  const flags = [
    { key: 'NOHOSTNAME', value: '1' },
    { key: 'NOTIMEOUT', value: '1' },
  ]
  expect(line(check([], aMetric({ flags })))).toBe('$USER1$/check_http -u / -N -S SSL -p 443 --vo VO')
})

test('a value of the tenant says so, and what the template has', () => {
  const own = aMetric({ config: config.map((entry) => (entry.key === 'timeout' ? { ...entry, value: '60' } : entry)) })
  const tenants = { value: '60', origin: { kind: 'tenant' }, replaced: [{ value: '30', origin: { kind: 'template' } }] }
  const found = check([], own)
  expect(named(found, 'timeout')).toMatchObject(tenants)
  expect(found.config.find(({ key }) => key === 'timeout')).toMatchObject(tenants)
  expect(found.config.find(({ key }) => key === 'interval')).toMatchObject({ origin: { kind: 'template' } })
})

test('what is said of a host beats what is said of all, and both beat the default port', () => {
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

test('a parameter that only an override names comes last of them, in place of the attribute with that option', () => {
  const row = { hostname: host, metric: 'web.http', parameter: '-p', value: '8443 x' }
  const found = check([anOverride('a', { metric_parameters: [row] })])
  expect(line(found)).toBe('$USER1$/check_http -H a.example.org -t 30 -u / -N -p 8443 x -S SSL --vo VO')
  expect(named(found, '-p')?.replaced).toEqual([{ value: '443', origin: { kind: 'default port', name: '' } }])
})

test('an override of a host is for its services, one of a service is for that alone', () => {
  const set = (hostname: string) => anOverride('a', { host_attributes: [{ hostname, attribute: 'VO', value: 'ops' }] })
  const voOf = (hostname: string, at: string) => named(check([set(hostname)], aMetric(), at), 'VO')?.value
  expect(voOf(host, `web__${host}`)).toBe('ops')
  expect(voOf(`web__${host}`, `web__${host}`)).toBe('ops')
  expect(voOf(`web__${host}`, host)).toBe('VO')
  expect(voOf(`web__${host}`, `ftp__${host}`)).toBe('VO')
  expect(check([set(`web__${host}`)]).services).toEqual([`web__${host}`])
  expect(line(check([], aMetric(), `web__${host}`))).toContain(`-H ${host} `)
})

describe('what keeps boxes from running it is said', () => {
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
const attributes = ['SSL', 'WEB_PORT', 'VO', 'OTHER']
const value = fc.string({ minLength: 1 })
const rowsWith = (hostname: fc.Arbitrary<string>) =>
  fc.record({
    global_attributes: fc.array(fc.record({ attribute: fc.constantFrom(...attributes), value })),
    host_attributes: fc.array(fc.record({ hostname, attribute: fc.constantFrom(...attributes), value })),
    metric_parameters: fc.array(
      fc.record({
        hostname,
        metric: fc.constantFrom('web.http', 'disk'),
        parameter: fc.constantFrom('-u', '-p', '-x'),
        value,
      }),
    ),
  })
const overridesWith = (hostname: fc.Arbitrary<string>) =>
  fc.array(rowsWith(hostname), { maxLength: 4 }).map((sets) => sets.map((set, at) => ({ name: `o${at}`, ...set })))
const anyOverrides = overridesWith(fc.constantFrom(...hosts))

describe('whatever the overrides are', () => {
  test('those of other hosts, other services and other metrics change nothing', () => {
    const others = overridesWith(fc.constantFrom('b.example.org', 'web__b.example.org', 'web__a.example.org'))
    fc.assert(
      fc.property(anyOverrides, others, (overrides, added) => {
        const strangers = added.map((set) => ({ ...set, global_attributes: [] }))
        expect(check([...strangers, ...overrides, ...strangers]).command).toEqual(check(overrides).command)
      }),
    )
  })

  test('the last one that is meant counts, and what it replaced is told from the last to the first', () => {
    fc.assert(
      fc.property(anyOverrides, (overrides) => {
        const meant = overrides.flatMap((set) =>
          set.metric_parameters
            .filter(({ hostname, metric, parameter }) => {
              return hostname === host && metric === 'web.http' && parameter === '-u'
            })
            .map(({ value }) => value),
        )
        const found = named(check(overrides), '-u')
        expect([found?.value, ...(found?.replaced ?? []).map(({ value }) => value)]).toEqual([
          ...meant.toReversed(),
          '/',
        ])
      }),
    )
  })

  test('the metric keeps the order of its parameters and attributes, and nothing stands there twice', () => {
    fc.assert(
      fc.property(anyOverrides, (overrides) => {
        const { command } = check(overrides)
        const names = command.map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        const own = ['executable', 'host', 'timeout', '-u', '-N', 'SSL', 'WEB_PORT', 'VO']
        expect(names.filter((name) => own.includes(name))).toEqual(own.filter((name) => names.includes(name)))
      }),
    )
  })

  test('where one comes from an override, that override holds the value', () => {
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
