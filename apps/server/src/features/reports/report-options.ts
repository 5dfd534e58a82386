import { tagOptions } from '@quatrain/contract/reports/topology-options.ts'
import { maxOptionRows, maxTagValues, type ReportOptions } from '@quatrain/contract/resources/report-options.ts'
import { z } from 'zod'
import { type ReadRows, type TopologyReads, unlessTooLong } from '#features/topology/topology.reads.ts'
import type { ReadingWebApi } from '#gateways/web-api/web-api-for.ts'
import { withoutGaps } from '#gateways/web-api/without-gaps.ts'
import type { Context } from '#request/context.ts'

interface Sources {
  readonly topology: TopologyReads
  readonly readingWebApi: ReadingWebApi
}

const shape = z.object({
  name: z.string(),
  values: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
})
const tagsOfList = z.preprocess((value) => withoutGaps(shape, value), shape)

/**
 * What filters of reports can be chosen from. A tenant without a topology has no options. Throws `upstream_failed` if the
 * Web API fails.
 */
export async function findReportOptions(
  ctx: Pick<Context, 'tenant'>,
  { topology, readingWebApi }: Sources,
): Promise<ReportOptions> {
  const [groups, endpoints, tags] = await Promise.all([
    distinctRows(ctx, topology.groups, ({ type, group, subgroup }) => ({ type, group, subgroup })),
    distinctRows(ctx, topology.endpoints, ({ type, group, service }) => ({ type, group, service })),
    readingWebApi(ctx.tenant).relay({ address: ['topology', 'tags'], query: {} }, tagsOfList),
  ])
  const cardOf = (list: string) => {
    const offered = tagOptions(tags?.find(({ name }) => name === list)?.values ?? [])
    return { tags: offered.tags.map(bounded), extensions: offered.extensions.map(bounded) }
  }
  return { groups, endpoints, tags: { group: cardOf('groups'), endpoint: cardOf('endpoints') } }
}

const bounded = <Tag extends { readonly values: readonly string[] }>(tag: Tag) => ({
  ...tag,
  values: tag.values.slice(0, maxTagValues),
  isComplete: tag.values.length <= maxTagValues,
})

async function distinctRows<Row, Names extends object>(
  ctx: Pick<Context, 'tenant'>,
  read: ReadRows<Row>,
  namesOf: (row: Row) => Names,
) {
  const rows = await unlessTooLong(() => read(ctx, {}))
  if (typeof rows === 'string') return { rows: [], isComplete: rows === 'missing' }
  const distinct = new Map<string, Names>()
  for (const row of rows) {
    const names = namesOf(row)
    distinct.set(Object.values(names).join('\n'), names)
  }
  return { rows: [...distinct.values()].slice(0, maxOptionRows), isComplete: distinct.size <= maxOptionRows }
}
