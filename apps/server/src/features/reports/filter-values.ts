// Which values of the filters of a report the topology of today does not have, for dry runs; the form asks for the same.
import { type Card, cards } from '@quatrain/contract/reports/filter-places.ts'
import { valuesWithoutMatch } from '@quatrain/contract/reports/filter-values.ts'
import { type CardFilters, readFilters } from '@quatrain/contract/reports/report-filters.ts'
import { entityLabels, topologyTypeOf } from '@quatrain/contract/reports/topology-types.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import type { ComparedLists } from '#kit/references/compared-lists.ts'
import type { Document } from '#request/context/recording.ts'
import { isEmpty, readLists, unmatchedIn } from './report-names.ts'
import { readTags } from './report-options.ts'

interface Sources {
  readonly topology: TopologyReads
  readonly readingWebApi: ReadingWebApi
}

const filterFields = reports.document.pick({ topology_types: true, filter_tags: true })
const parts = ['first', 'second'] as const

/** The filters of a report, with the names that people see. */
export const filterValues = ({ topology, readingWebApi }: Sources): ComparedLists['filtervalue'] => ({
  label: 'Values of filters',
  namesIn: (report) => namesOf(report, (values) => values),
  async findMissing(ctx, _, report) {
    const [lists, tags] = await Promise.all([readLists(ctx, topology), readTags(ctx, readingWebApi)])
    if (isEmpty(lists)) return []
    const { type, filters } = filtersOf(report)
    const unmatched =
      type &&
      unmatchedIn(lists, {
        topology_type: type,
        group: entitiesIn(filters.group),
        endpoint: entitiesIn(filters.endpoint),
      })
    return namesOf(report, (values, card, part, name) => {
      if (part === 'first' || part === 'second') return unmatched?.[card][part] ?? []
      const options = tags[card][part].find((tag) => tag.name === name)?.values ?? []
      return valuesWithoutMatch(values, { isEntity: false, options })
    })
  },
  sentence: (names) => `The topology of today has nothing for ${names}.`,
})

const entitiesIn = ({ first, second }: CardFilters) => ({ first: [...first], second: [...second] })

function filtersOf(report: Document) {
  const { topology_types, filter_tags } = filterFields.parse(report)
  return { type: topologyTypeOf(topology_types), filters: readFilters(filter_tags) }
}

type Choice = (values: readonly string[], card: Card, part: keyof CardFilters, name: string) => readonly string[]

/** The chosen values of each filter with its name: `Sites: SITE-A`, `production: yes`. */
function namesOf(report: Document, chosenIn: Choice): string[] {
  const { type = 'none', filters } = filtersOf(report)
  const names = cards.flatMap((card) => [
    ...(['tags', 'extensions'] as const).flatMap((part) =>
      filters[card][part].flatMap(({ name, values }) =>
        chosenIn(values, card, part, name).map((value) => `${name}: ${value}`),
      ),
    ),
    ...parts.flatMap((part, index) =>
      chosenIn(filters[card][part], card, part, '').map((value) => `${entityLabels[type][card][index]} ${value}`),
    ),
  ])
  return [...new Set(names)]
}
