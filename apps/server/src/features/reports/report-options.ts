import { maxTagValues, type ReportOptions } from '@quatrain/contract/resources/report-options.ts'
import { z } from 'zod'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import { withoutGaps } from '#clients/web-api/without-gaps.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import type { Context } from '#request/context/context.ts'
import { isEmpty, readLists } from './report-names.ts'
import { tagOptions } from './tag-options.ts'

interface Sources {
  readonly topology: TopologyReads
  readonly readingWebApi: ReadingWebApi
}

const shape = z.object({
  name: z.string(),
  values: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
})
const tagsOfList = z.preprocess((value) => withoutGaps(shape, value), shape)

/** The tags that filters of reports can have, with a bounded number of values. Throws `upstream_failed` if the Web API fails. */
export async function findReportOptions(
  ctx: Pick<Context, 'tenant'>,
  { topology, readingWebApi }: Sources,
): Promise<ReportOptions> {
  const [lists, tags] = await Promise.all([
    readLists(ctx, topology),
    readingWebApi(ctx.tenant).relay({ address: ['topology', 'tags'], query: {} }, tagsOfList),
  ])
  const cardOf = (list: string) => {
    const offered = tagOptions(tags?.find(({ name }) => name === list)?.values ?? [])
    return { tags: offered.tags.map(bounded), extensions: offered.extensions.map(bounded) }
  }
  return { isEmpty: isEmpty(lists), tags: { group: cardOf('groups'), endpoint: cardOf('endpoints') } }
}

const bounded = <Tag extends { readonly values: readonly string[] }>(tag: Tag) => ({
  ...tag,
  values: tag.values.slice(0, maxTagValues),
  isComplete: tag.values.length <= maxTagValues,
})
