import { can } from '@quatrain/contract/policy.ts'
import type { CommandPart } from '@quatrain/contract/resources/effective-check.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import type { TopologyEndpoint } from '@quatrain/contract/topology.ts'
import { portsByName } from '#features/default-ports/default-ports.reads.ts'
import { allOverrides } from '#features/metric-overrides/metric-overrides.reads.ts'
import type { ConfiguredMetric } from '#features/metrics/metrics.reads.ts'
import type { Context } from '#request/context.ts'
import { effectiveCheckOf } from './effective-check.ts'
import { commonExtensions } from './extensions-of.ts'

/** The command of a metric for a service of a host, whose endpoints these are. */
type CommandFor = (metric: ConfiguredMetric, endpoints: readonly TopologyEndpoint[]) => CommandPart[] | undefined

/** Reads what commands are made of, in two statements for any number of commands; nobody else sees overrides. */
export async function commandLines(ctx: Context): Promise<CommandFor> {
  if (!can(ctx.visitor, 'view', metricOverrides)) return () => undefined
  const [ports, overrides] = await Promise.all([portsByName(ctx), allOverrides(ctx)])
  return (metric, endpoints) => {
    const [endpoint] = endpoints
    if (metric.mtype === 'Passive' || !endpoint) return undefined
    const host = `${endpoint.service}__${endpoint.hostname}`
    return effectiveCheckOf({ metric, ports, overrides, host, extensions: commonExtensions(endpoints) }).command
  }
}
