import type { CommandPart, EffectiveCheck, Origin } from '@quatrain/contract/resources/effective-check.ts'
import type { MetricOverrideDocument } from '@quatrain/contract/resources/metric-override.ts'
import type { ConfiguredMetric } from '#features/metrics/configured-metric.reads.ts'
import { problemsOfCheck } from './problems-of-check.ts'

interface Given {
  readonly metric: ConfiguredMetric
  readonly ports: ReadonlyMap<string, string>
  /** In the order in which boxes read them. */
  readonly overrides: readonly MetricOverrideDocument[]
  /** A host, or a service of it as `servicetype__hostname`; nothing for any host that no override names. */
  readonly host: string
}

interface Valued {
  readonly value: string
  readonly origin: Origin
}

const from = (kind: Origin['kind'], name = ''): Origin => ({ kind, name })
const template = from('template')
const box = from('box')

/**
 * The check that the generators of the field make of a metric: `executable -H host -t timeout parameters attributes`. It
 * says what is sure from here; what a box takes from the topology or from its own files is left open.
 */
export function effectiveCheckOf(given: Given): EffectiveCheck {
  const { metric, host, overrides } = given
  const config = metric.config.map(({ key, value }) => ({ key, ...configured(metric, key, value), replaced: [] }))
  return {
    metric: metric.name,
    host,
    mtype: metric.mtype,
    parent: metric.parent,
    command: metric.mtype === 'Passive' ? [] : commandOf(given),
    config: config.map((entry) => ({ ...entry, replaced: replacedBy(metric, entry.key, entry.origin) })),
    problems: problemsOfCheck(metric),
    services: servicesOf(host, overrides),
  }
}

const configured = ({ templateConfig }: ConfiguredMetric, key: string, value: string): Valued => ({
  value,
  origin: templateConfig.some((entry) => entry.key === key && entry.value === value) ? template : from('tenant'),
})

function replacedBy({ templateConfig }: ConfiguredMetric, key: string, { kind }: Origin): Valued[] {
  const entry = templateConfig.find((entry) => entry.key === key)
  return kind === 'tenant' && entry ? [{ value: entry.value, origin: template }] : []
}

function commandOf(given: Given): CommandPart[] {
  const { metric, host } = given
  const hasFlag = (flag: string) => metric.flags.some(({ key }) => key === flag)
  const configOf = (key: string) => metric.config.find((entry) => entry.key === key)?.value
  const parts = [executableOf(metric, configOf('path') ?? '')]
  if (!hasFlag('NOHOSTNAME')) {
    const known = host === '' ? { value: 'HOST', origin: box } : { value: hostOf(host), origin: from('host') }
    parts.push(part('host', 'host', '-H', [known]))
  }
  const timeout = configOf('timeout')
  if (!hasFlag('NOTIMEOUT') && timeout !== undefined) {
    const own = configured(metric, 'timeout', timeout)
    const before = replacedBy(metric, 'timeout', own.origin)
    parts.push(part('timeout', 'timeout', '-t', [...before, own]))
  }
  return [...parts, ...parametersAndAttributes(given)]
}

function executableOf(metric: ConfiguredMetric, path: string): CommandPart {
  const folder = path.replace(/\/$/, '')
  const { origin } = configured(metric, 'path', path)
  const value = { value: folder === '' ? metric.probeexecutable : `${folder}/${metric.probeexecutable}`, origin }
  return part('executable', 'executable', '', [value])
}

/** Parameters come first; those that only an override names follow them, in place of attributes with that option. */
function parametersAndAttributes(given: Given): CommandPart[] {
  const { metric, overrides, host } = given
  const set = new Map<string, Valued[]>()
  for (const { name, metric_parameters } of overrides) {
    for (const row of metric_parameters) {
      if (row.metric !== metric.name || !isMeant(row.hostname, host)) continue
      set.set(row.parameter, [...(set.get(row.parameter) ?? []), { value: row.value, origin: from('override', name) }])
    }
  }
  const own = metric.parameter.map(({ key, value }) => {
    return part('parameter', key, key, [{ value, origin: template }, ...(set.get(key) ?? [])])
  })
  const attributes = metric.attribute.map(({ key, value }) => part('attribute', key, value, valuesOf(key, given)))
  const isOwn = new Set(metric.parameter.map(({ key }) => key))
  const added = [...set].filter(([key]) => !isOwn.has(key))
  const isTaken = new Set(added.map(([key]) => key))
  const additional = added.map(([key, values]) => {
    const taken = attributes.filter(({ option }) => option === key).map(({ value, origin }) => ({ value, origin }))
    return part('parameter', key, key, [...taken, ...values])
  })
  return [...own, ...additional, ...attributes.filter(({ option }) => !isTaken.has(option))]
}

/** Everything that says what an attribute stands for, the strongest last: what is said of the host beats the rest. */
function valuesOf(attribute: string, { ports, overrides, host }: Given): Valued[] {
  const port = ports.get(attribute)
  const all = overrides.flatMap(({ name, global_attributes }) => {
    const rows = global_attributes.filter((row) => row.attribute === attribute)
    return rows.map(({ value }) => ({ value, origin: from('override', name) }))
  })
  const own = overrides.flatMap(({ name, host_attributes }) => {
    const rows = host_attributes.filter((row) => row.attribute === attribute && isMeant(row.hostname, host))
    return rows.map(({ value }) => ({ value, origin: from('override', name) }))
  })
  const known = [...(port === undefined ? [] : [{ value: port, origin: from('default port') }]), ...all, ...own]
  return known.length === 0 ? [{ value: attribute, origin: box }] : known
}

/** The last value counts; the others are what it took the place of. */
function part(kind: CommandPart['kind'], name: string, option: string, values: readonly Valued[]): CommandPart {
  const [{ value, origin } = { value: '', origin: box }, ...replaced] = values.toReversed()
  return { kind, name, option, value, origin, isOpen: origin.kind === 'box' || hasVariable.test(value), replaced }
}

/** `$USER1$`, `$HOSTALIAS$`, `$TOKEN`: what the box puts there is not known here. */
const hasVariable = /\$\w+/

/** The host of `servicetype__hostname`; a host name itself holds no underscore. */
const hostOf = (host: string): string => host.slice(host.lastIndexOf('__') + 1).replace(/^_/, '')

/** An override for a host is for all its services, one for a service is for that alone. */
const isMeant = (named: string, host: string): boolean => host !== '' && (named === host || named === hostOf(host))

function servicesOf(host: string, overrides: readonly MetricOverrideDocument[]): string[] {
  const named = overrides.flatMap(({ host_attributes, metric_parameters }) => [
    ...host_attributes,
    ...metric_parameters,
  ])
  const services = named.map(({ hostname }) => hostname).filter((name) => name !== host && hostOf(name) === host)
  return host === '' ? [] : [...new Set(services)].sort()
}
