import { type Card, extensionPrefix } from '@quatrain/contract/reports/filter-places.ts'
import { maxTagValues, type ReportOptions } from '@quatrain/contract/resources/report-options.ts'
import { z } from 'zod'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import { withoutGaps } from '#clients/web-api/without-gaps.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import type { Context } from '#request/context/context.ts'
import { isEmpty, readLists } from './report-names.ts'

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
  const [lists, { group, endpoint }] = await Promise.all([readLists(ctx, topology), readTags(ctx, readingWebApi)])
  const cardOf = ({ tags, extensions }: CardTags) => ({ tags: tags.map(bounded), extensions: extensions.map(bounded) })
  return { isEmpty: isEmpty(lists), tags: { group: cardOf(group), endpoint: cardOf(endpoint) } }
}

type CardTags = Record<'tags' | 'extensions', TagOption[]>

/** The tags of the topology of today by card. Throws `upstream_failed` if the Web API fails. */
export async function readTags(
  { tenant }: Pick<Context, 'tenant'>,
  readingWebApi: ReadingWebApi,
): Promise<Record<Card, CardTags>> {
  const tags = await readingWebApi(tenant).relay({ address: ['topology', 'tags'], query: {} }, tagsOfList)
  const cardOf = (list: string) => tagOptions(tags?.find(({ name }) => name === list)?.values ?? [])
  return { group: cardOf('groups'), endpoint: cardOf('endpoints') }
}

const bounded = <Tag extends { readonly values: readonly string[] }>(tag: Tag) => ({
  ...tag,
  values: tag.values.slice(0, maxTagValues),
  isComplete: tag.values.length <= maxTagValues,
})

/** A tag of the topology with its values, for a row of the form. */
interface TagOption {
  /** The name of the tag, without the prefix of extensions. */
  readonly name: string
  readonly values: readonly string[]
  readonly isFlag: boolean
}

interface NamedValues {
  readonly name: string
  readonly values: readonly string[]
}

/** The options of the rows of tags and of extensions. Other technical tags are not offered. */
export function tagOptions(tags: readonly NamedValues[]): CardTags {
  const extensions = tags.filter(({ name }) => name.startsWith(extensionPrefix))
  const otherTags = tags.filter(({ name }) => !name.startsWith('info_') && !name.startsWith('vo_'))
  return {
    extensions: extensions.map(({ name, values }) => ({
      name: name.slice(extensionPrefix.length),
      values,
      isFlag: false,
    })),
    tags: otherTags.map(({ name, values }) =>
      isFlag(values) ? { name, values: ['yes', 'no'], isFlag: true } : { name, values, isFlag: false },
    ),
  }
}

const isFlag = (values: readonly string[]): boolean =>
  values.length === 2 && values.includes('0') && values.includes('1')
