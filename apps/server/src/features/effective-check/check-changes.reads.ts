// What a change of metrics, profiles, overrides and ports means for the checks of boxes.
import type { OperationEffects } from '@quatrain/contract/change-requests/change-request.ts'
import type { TopologyEndpoint } from '@quatrain/contract/reports/topology.ts'
import type { MetricOverrideDocument } from '@quatrain/contract/resources/metric-override.ts'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { allOverrides } from '#features/metric-overrides/metric-overrides.reads.ts'
import { allPairs } from '#features/metric-profiles/metric-profiles.reads.ts'
import { type ConfiguredMetric, configuredMetrics } from '#features/metrics/metrics.reads.ts'
import type { Context } from '#request/context/context.ts'
import { namesInOverrides } from './attribute-parts.ts'
import { effectiveCheckOf } from './effective-check.ts'

/** All that the checks of a tenant are made of, except for its topology. */
export interface CheckSources {
  /** The metrics of active checks by service type. */
  readonly metricsOf: ReadonlyMap<string, readonly ConfiguredMetric[]>
  readonly ports: ReadonlyMap<string, string>
  readonly overrides: readonly MetricOverrideDocument[]
}

/** Four statements. */
export async function readCheckSources(ctx: Context): Promise<CheckSources> {
  const [pairs, ports, overrides] = await Promise.all([allPairs(ctx), portsByName(ctx), allOverrides(ctx)])
  const metrics = await configuredMetrics(ctx, [...new Set(pairs.map(({ metric }) => metric))])
  const checked = pairs.flatMap(({ service, metric: name }) => {
    const metric = metrics.get(name)
    return metric?.mtype === 'Active' ? [{ service, metric }] : []
  })
  const byService = Map.groupBy(checked, ({ service }) => service)
  return {
    metricsOf: new Map([...byService].map(([service, rows]) => [service, rows.map(({ metric }) => metric)])),
    ports,
    overrides,
  }
}

type CheckEffects = NonNullable<OperationEffects['checks']>
type Effect = keyof CheckEffects

/** How the check of a metric for a service type changes: on all hosts, or on these hosts and services of hosts (`servicetype__hostname`). */
interface ChangedCheck {
  readonly service: string
  readonly metric: string
  readonly effect: Effect
  readonly hosts?: ReadonlySet<string>
}

const sampleSize = 10
/** More hosts that overrides name are not compared one by one: they count as changed. */
const maxComparedHosts = 1000

/**
 * Compares the checks before and after, without what the topology has: where it sets a value, a changed check may be the same. Only checks
 * with a source that differs are made.
 */
export function changedChecks(before: CheckSources, after: CheckSources): ChangedCheck[] {
  const [formerOverrides, nextOverrides] = [rowsByName(before.overrides), rowsByName(after.overrides)]
  const haveSameRows = textOfRows(before) === textOfRows(after)
  let comparedHosts = 0
  const compare = (former: ConfiguredMetric, next: ConfiguredMetric): Pick<ChangedCheck, 'hosts'> | undefined => {
    if (haveSameRows && JSON.stringify(former) === JSON.stringify(next)) return undefined
    const [old, now] = [sourcesOf(before, formerOverrides, former), sourcesOf(after, nextOverrides, next)]
    if (JSON.stringify(old) === JSON.stringify(now)) return undefined
    const differs = (host: string) => runOf(old, host) !== runOf(now, host)
    if (differs('')) return {}
    const hosts = hostsThatDiffer(old, now).filter((host) => {
      comparedHosts += 1
      return comparedHosts > maxComparedHosts || differs(host)
    })
    return hosts.length > 0 ? { hosts: new Set(hosts) } : undefined
  }
  const compared = new Map<string, Pick<ChangedCheck, 'hosts'> | undefined>()
  const services = new Set([...before.metricsOf.keys(), ...after.metricsOf.keys()])
  return [...services].flatMap((service) => {
    const [formerMetrics, nextMetrics] = [metricsByName(before, service), metricsByName(after, service)]
    return [...new Set([...formerMetrics.keys(), ...nextMetrics.keys()])].flatMap((metric): ChangedCheck[] => {
      const [former, next] = [formerMetrics.get(metric), nextMetrics.get(metric)]
      if (!former || !next) return [{ service, metric, effect: next ? 'started' : 'stopped' }]
      if (!compared.has(metric)) compared.set(metric, compare(former, next))
      const change = compared.get(metric)
      return change ? [{ service, metric, effect: 'changed', ...change }] : []
    })
  })
}

const textOfRows = ({ overrides, ports }: CheckSources) => JSON.stringify([overrides, [...ports]])

const metricsByName = ({ metricsOf }: CheckSources, service: string) =>
  new Map((metricsOf.get(service) ?? []).map((metric) => [metric.name, metric]))

const noRows = { global_attributes: [], host_attributes: [], metric_parameters: [] }

/**
 * Overrides of one row each, by what the row is for: `metric` or `attribute` with its name. Only the order of rows for the same thing
 * matters.
 */
function rowsByName(overrides: readonly MetricOverrideDocument[]): ReadonlyMap<string, MetricOverrideDocument[]> {
  const byName = new Map<string, MetricOverrideDocument[]>()
  const add = (name: string, override: MetricOverrideDocument) => {
    const sameName = byName.get(name)
    if (sameName) sameName.push(override)
    else byName.set(name, [override])
  }
  for (const { name, global_attributes, host_attributes, metric_parameters } of overrides) {
    for (const row of global_attributes)
      add(`attribute ${row.attribute}`, { ...noRows, name, global_attributes: [row] })
    for (const row of host_attributes) add(`attribute ${row.attribute}`, { ...noRows, name, host_attributes: [row] })
    for (const row of metric_parameters) add(`metric ${row.metric}`, { ...noRows, name, metric_parameters: [row] })
  }
  return byName
}

/** What the check of one metric is made of. */
interface MetricSources {
  readonly metric: ConfiguredMetric
  readonly ports: readonly (readonly [string, string])[]
  /** Only the rows that concern it. */
  readonly overrides: readonly MetricOverrideDocument[]
}

function sourcesOf(
  { ports }: CheckSources,
  rows: ReturnType<typeof rowsByName>,
  metric: ConfiguredMetric,
): MetricSources {
  const attributes = [...new Set(metric.attribute.flatMap(({ key }) => namesInOverrides(key)))]
  const names = [`metric ${metric.name}`, ...attributes.map((name) => `attribute ${name}`)]
  return {
    metric,
    ports: attributes.flatMap((name) => {
      const port = ports.get(name)
      return port === undefined ? [] : [[name, port] as const]
    }),
    overrides: names.flatMap((name) => rows.get(name) ?? []),
  }
}

/** What boxes run, as one text to compare. */
function runOf({ metric, ports, overrides }: MetricSources, host: string): string {
  const { command, config } = effectiveCheckOf({ metric, ports: new Map(ports), overrides, host })
  return JSON.stringify([
    command.map(({ option, value }) => [option, value]),
    config.map(({ key, value }) => [key, value]),
    metric.parent,
  ])
}

/** The hosts, or services of hosts, with rows that only one side has. */
function hostsThatDiffer(old: MetricSources, now: MetricSources): string[] {
  const textsOf = ({ overrides }: MetricSources) => new Set(overrides.map((override) => JSON.stringify(override)))
  const [oldTexts, newTexts] = [textsOf(old), textsOf(now)]
  const differing = [...old.overrides, ...now.overrides].filter((override) => {
    const text = JSON.stringify(override)
    return !(oldTexts.has(text) && newTexts.has(text))
  })
  const hostnames = differing.flatMap(({ host_attributes, metric_parameters }) =>
    [...host_attributes, ...metric_parameters].map(({ hostname }) => hostname),
  )
  return [...new Set(hostnames)]
}

/** The changed checks of the services of hosts that the topology has. */
export function checkEffects(
  changed: readonly ChangedCheck[],
  endpoints: readonly Pick<TopologyEndpoint, 'service' | 'hostname'>[],
): CheckEffects {
  const hostsOf = new Map<string, Set<string>>()
  for (const { service, hostname } of endpoints) {
    const hosts = hostsOf.get(service)
    if (hosts) hosts.add(hostname)
    else hostsOf.set(service, new Set([hostname]))
  }
  const placesOf = (effect: Effect) => {
    let count = 0
    const sample: CheckEffects[Effect]['sample'] = []
    for (const { service, metric, hosts } of changed.filter((check) => check.effect === effect)) {
      for (const hostname of hostsOf.get(service) ?? []) {
        if (hosts && !hosts.has(hostname) && !hosts.has(`${service}__${hostname}`)) continue
        count += 1
        if (sample.length < sampleSize) sample.push({ hostname, service, metric })
      }
    }
    return { count, sample }
  }
  return { started: placesOf('started'), stopped: placesOf('stopped'), changed: placesOf('changed') }
}
