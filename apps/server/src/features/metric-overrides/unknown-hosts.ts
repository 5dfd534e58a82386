import { type MetricOverrideDocument, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { namesIn, referencesBetween } from '@quatrain/contract/resources/references.ts'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import type { Context } from '#request/context/context.ts'
import { hostOf } from './metric-overrides.reads.ts'

const hostReferences = referencesBetween(metricOverrides.kind, 'topology')

/** With more new hosts, the whole list is read: an address cannot be of any length. */
const maxFiltered = 50

/**
 * A sentence about hosts in new and changed rows that the topology of today does not have. They may be right: the topology changes each
 * day. Undefined if it has all of them, or if the Web API cannot tell.
 */
export async function unknownHosts(
  ctx: Context,
  { endpoints }: Pick<TopologyReads, 'endpoints'>,
  after: MetricOverrideDocument,
  stored?: MetricOverrideDocument,
): Promise<string | undefined> {
  const storedHosts = hostsIn(stored)
  const added = [...hostsIn(after)].filter((name) => !storedHosts.has(name))
  if (added.length === 0) return undefined
  const filters: Readonly<Record<string, readonly string[]>> =
    added.length > maxFiltered ? {} : { hostname: [...new Set(added.flatMap((name) => [name, hostOf(name)]))] }
  try {
    const rows = await endpoints(ctx, filters)
    if (!rows) return undefined
    const names = new Set(rows.flatMap(({ hostname, service }) => [hostname, `${service}__${hostname}`]))
    const unknown = added.filter((name) => !names.has(name))
    return unknown.length === 0 ? undefined : `The topology of today does not have ${unknown.join(', ')}.`
  } catch (error) {
    if (error instanceof UpstreamError) return undefined
    throw error
  }
}

const hostsIn = (override: MetricOverrideDocument | undefined): ReadonlySet<string> =>
  new Set(hostReferences.flatMap((reference) => namesIn(override, reference).map(({ name }) => name)))
