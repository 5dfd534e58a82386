import type { CommandPart, EffectiveCheck, LeftOutAttribute } from '@quatrain/contract/resources/effective-check.ts'
import { hostOf, type MetricOverrideDocument, secretVariablesIn } from '@quatrain/contract/resources/metric-override.ts'
import type { ConfiguredMetric } from '#features/metrics/metrics.reads.ts'
import { attributeOfCheck, readsSecrets } from './attribute-parts.ts'
import { box, override, part, template, tenant, type Valued, withDefault } from './command-part.ts'
import type { HostInTopology } from './host-in-topology.ts'
import { matchesHost, servicesOf } from './hosts-of-overrides.ts'

interface CheckInput {
  readonly metric: ConfiguredMetric
  readonly ports: ReadonlyMap<string, string>
  /** The overrides in the order in which boxes read them. */
  readonly overrides: readonly MetricOverrideDocument[]
  /** A host, or a service of it as `servicetype__hostname`; undefined for any host that no override names. */
  readonly host: string
  /** What boxes take from the topology for it; undefined if it is not known. */
  readonly topology?: HostInTopology | undefined
}

/**
 * The check that the generators of boxes make of a metric: `executable -H host -t timeout parameters attributes`. It
 * contains the values that are certain; values that a box takes from the topology or from its own files are left open.
 */
export function effectiveCheckOf(check: CheckInput): EffectiveCheck {
  const { metric, host, overrides } = check
  const { command, leftOut } = metric.mtype === 'Passive' ? { command: [], leftOut: [] } : commandOf(check)
  const attributes = command.filter(({ kind }) => kind === 'attribute').map(({ name }) => name)
  return {
    metric: metric.name,
    host,
    mtype: metric.mtype,
    parent: metric.parent,
    command,
    leftOut,
    config: metric.config.map(({ key, value }) => {
      const own = configured(metric, key, value)
      return { key, ...own, replaced: replacedBy(metric, key, own) }
    }),
    problems: [
      ...problemsOfCheck(metric),
      ...emptyOverrides(command),
      ...(readsSecrets(attributes, overrides) ? [] : unfilledSecrets(command)),
    ],
    services: servicesOf(host, overrides),
  }
}

const configured = ({ templateConfig }: ConfiguredMetric, key: string, value: string): Valued => ({
  value,
  origin: templateConfig.some((entry) => entry.key === key && entry.value === value) ? template : tenant,
})

function replacedBy({ templateConfig }: ConfiguredMetric, key: string, { origin }: Valued): Valued[] {
  const entry = templateConfig.find((entry) => entry.key === key)
  return origin.kind === 'tenant' && entry ? [{ value: entry.value, origin: template }] : []
}

function commandOf(check: CheckInput): { readonly command: CommandPart[]; readonly leftOut: LeftOutAttribute[] } {
  const { metric, host } = check
  const hasFlag = (flag: string) => metric.flags.some(({ key }) => key === flag)
  const configOf = (key: string) => metric.config.find((entry) => entry.key === key)?.value
  const parts = [executableOf(metric, configOf('path') ?? '')]
  if (!hasFlag('NOHOSTNAME')) {
    const hostValue: Valued =
      host === '' ? { value: 'HOST', origin: box } : { value: hostOf(host), origin: { kind: 'host', name: '' } }
    parts.push(part('host', 'host', '-H', [hostValue]))
  }
  const timeout = configOf('timeout')
  if (!hasFlag('NOTIMEOUT') && timeout !== undefined) {
    const own = configured(metric, 'timeout', timeout)
    parts.push(part('timeout', 'timeout', '-t', [...replacedBy(metric, 'timeout', own), own]))
  }
  const { parameters, attributes, leftOut } = parametersAndAttributes(check)
  return { command: [...parts, ...parameters, ...attributes], leftOut }
}

function executableOf(metric: ConfiguredMetric, path: string): CommandPart {
  const folder = path.replace(/\/$/, '')
  const { origin } = configured(metric, 'path', path)
  const value = { value: folder === '' ? metric.probeexecutable : `${folder}/${metric.probeexecutable}`, origin }
  return part('executable', 'executable', '', [value])
}

/**
 * Parameters come first, followed by those that only an override sets. An attribute whose option an override sets as a
 * parameter, for any host, is in no command.
 */
function parametersAndAttributes(check: CheckInput) {
  const { metric, overrides, host } = check
  const rows = overrides.flatMap(({ name, metric_parameters }) =>
    metric_parameters.filter((row) => row.metric === metric.name).map((row) => ({ ...row, name })),
  )
  const meant = rows.filter(({ hostname }) => matchesHost(hostname, host))
  const valuesFor = (parameter: string): Valued[] =>
    meant.filter((row) => row.parameter === parameter).map(({ value, name }) => ({ value, origin: override(name) }))

  const all = metric.attribute.map(({ key, value }) => attributeOfCheck(key, value, check))
  const isSetFor = (option: string) => rows.filter(({ parameter }) => parameter === option)
  const [attributes, dropped] = partition(all, ({ option }) => isSetFor(option).length === 0)

  const own = metric.parameter.map(({ key, value }) => {
    return part('parameter', key, key, withDefault([{ value, origin: template }], valuesFor(key)))
  })
  const isOwn = new Set(metric.parameter.map(({ key }) => key))
  const added = [...new Set(meant.map(({ parameter }) => parameter))].filter((parameter) => !isOwn.has(parameter))
  const additional = added.map((key) => {
    const replacements = dropped.flatMap((attribute) =>
      attribute.option === key && 'part' in attribute
        ? [{ value: attribute.part.value, origin: attribute.part.origin }]
        : [],
    )
    return part('parameter', key, key, [...replacements, ...valuesFor(key)])
  })
  const hasSuccessor = new Set([...isOwn, ...added])
  return {
    parameters: [...own, ...additional],
    attributes: attributes.flatMap((attribute) => ('part' in attribute ? [attribute.part] : [])),
    leftOut: [
      ...attributes.flatMap((attribute) => ('leftOut' in attribute ? [attribute.leftOut] : [])),
      ...dropped
        .filter(({ option }) => !hasSuccessor.has(option))
        .map(({ name, option }) => ({
          name,
          option,
          because: 'parameter' as const,
          overrides: [...new Set(isSetFor(option).map(({ name }) => name))],
          hosts: [...new Set(isSetFor(option).map(({ hostname }) => hostname))],
        })),
    ],
  }
}

const partition = <Item>(items: readonly Item[], isFirst: (item: Item) => boolean) =>
  [items.filter(isFirst), items.filter((item) => !isFirst(item))] as const

const leftOutDetail = 'Boxes leave the check out.'

/** Problems that prevent monitoring boxes from running the check of a metric. */
function problemsOfCheck(metric: ConfiguredMetric): string[] {
  const problems = metric.mtype === 'Passive' ? problemsOfPassive(metric) : problemsOfActive(metric)
  const unused = metric.isInProfile ? [] : ['It is in no metric profile, so no box runs it.']
  return [...problems, ...unused]
}

function problemsOfPassive({ parent, hasParent }: ConfiguredMetric): string[] {
  if (parent === '') return [`It has no parent that its results come with. ${leftOutDetail}`]
  return hasParent ? [] : [`Its parent ${parent} is no active metric of this tenant. ${leftOutDetail}`]
}

function problemsOfActive({ config, flags, probeexecutable }: ConfiguredMetric): string[] {
  const values = new Map(config.map(({ key, value }) => [key, value.trim()]))
  const requiredKeys = ['path', 'interval', 'maxCheckAttempts']
  if (!flags.some(({ key }) => key === 'NOTIMEOUT')) requiredKeys.push('timeout')
  const missingKeys = requiredKeys.filter((key) => key !== 'interval' && (values.get(key) ?? '') === '')
  if (!values.has('interval')) missingKeys.unshift('interval')
  const interval = values.get('interval')
  return [
    ...(interval !== undefined && !/^\d+$/.test(interval)
      ? ['The interval is no whole number. Boxes skip every check of the tenant.']
      : []),
    ...missingKeys.map((key) => `It has no ${key}. ${leftOutDetail}`),
    ...(probeexecutable.trim() === '' ? [`It has no probe executable. ${leftOutDetail}`] : []),
  ]
}

/** Empty overrides for which boxes use the default. */
const emptyOverrides = (command: readonly CommandPart[]): string[] =>
  command
    .filter(({ origin }) => origin.kind === 'template' || origin.kind === 'default port')
    .flatMap(({ name, replaced }) =>
      replaced
        .filter(({ value, origin }) => value === '' && origin.kind === 'override')
        .map(({ origin }) => `The empty value of ${name} in ${origin.name} has no effect. Boxes use the default.`),
    )

/** Variables in overrides of a command for which the box does not read its secrets file: they stay empty. */
const unfilledSecrets = (command: readonly CommandPart[]): string[] =>
  command
    .filter(({ origin }) => origin.kind === 'override')
    .flatMap(({ name, value }) => secretVariablesIn(value).map((variable) => ({ name, variable })))
    .map(
      ({ name, variable }) =>
        `${variable} of ${name} stays empty. Boxes read their secrets file only for a check that has an attribute named ` +
        'like a secret without a global value.',
    )
