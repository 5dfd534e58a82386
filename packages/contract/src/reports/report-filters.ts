import {
  type Card,
  type CardPart,
  cards,
  contextsOf,
  entityNames,
  extensionPrefix,
  type FilterTag,
  placeOf,
} from './filter-places.ts'
import { problemOfValues } from './filter-values.ts'

/** A row of tags or extensions. */
export interface TagFilter {
  /** The name of the tag, without the prefix of extensions. */
  readonly name: string
  /** The values of the tag; a flag has one of `flagValues`. */
  readonly values: readonly string[]
  readonly isFlag: boolean
  /** The filter that the row was read from; absent in a new row. */
  readonly stored?: FilterTag | undefined
}

/** The filters of one card. */
export interface CardFilters {
  readonly tags: readonly TagFilter[]
  readonly extensions: readonly TagFilter[]
  /** The values of the two fields of entities. */
  readonly first: readonly string[]
  readonly second: readonly string[]
}

/** All filters of a report by their place in the form. */
export type ReportFilters = Readonly<Record<Card, CardFilters>> & {
  /** Filters that have no place in the form. They are kept. */
  readonly otherFilters: readonly FilterTag[]
}

/** The words for the values 1 and 0 of a tag. */
export const flagValues = ['yes', 'no'] as const

/** Sorts stored filters by their place in the form. The order within a place is that of the list. */
export function readFilters(filterTags: readonly FilterTag[]): ReportFilters {
  const placed = filterTags.map((filter) => ({ filter, place: placeOf(filter) }))
  const contextOf = (card: Card, part: CardPart) =>
    placed.flatMap(({ filter, place }) => (place?.card === card && place.part === part ? [filter] : []))
  const cardOf = (card: Card): CardFilters => ({
    tags: contextOf(card, 'tags').map(readTagFilter),
    extensions: contextOf(card, 'extensions').map(readTagFilter),
    first: contextOf(card, 'first').map(({ value }) => value),
    second: contextOf(card, 'second').map(({ value }) => value),
  })
  return {
    group: cardOf('group'),
    endpoint: cardOf('endpoint'),
    otherFilters: placed.flatMap(({ filter, place }) => (place ? [] : [filter])),
  }
}

/**
 * The filters as the Web API stores them: tags, extensions and entities in a fixed order, then those without a place. A
 * row that was not changed is its stored filter, and filters of which none was changed are `stored`, in its order.
 */
export function writeFilters(filters: ReportFilters, stored: readonly FilterTag[] = []): FilterTag[] {
  const written = inOrder(filters)
  return isSame(written, inOrder(readFilters(stored))) ? [...stored] : written
}

const inOrder = (filters: ReportFilters): FilterTag[] => [
  ...cards.flatMap((card) => [
    ...filters[card].tags.flatMap((row) => writeRow(card, 'tags', row)),
    ...filters[card].extensions.flatMap((row) => writeRow(card, 'extensions', row)),
  ]),
  ...cards.flatMap((card) => [...writeEntities(card, 'first', filters), ...writeEntities(card, 'second', filters)]),
  ...filters.otherFilters,
]

/**
 * What has no meaning in the filters of a new or changed report, by the index of the first filter concerned, in the words of the
 * form: no values, a value twice or beside a pattern that matches it, a value that is also excluded. Stored filters are accepted.
 * Values are not compared with a topology.
 */
export function filterProblems(filters: readonly FilterTag[], stored: readonly FilterTag[] = []): [number, string][] {
  const storedKeys = new Set(stored.map((filter) => JSON.stringify([filter.context, filter.name, filter.value])))
  const isStored = ({ context, name, value }: FilterTag) => storedKeys.has(JSON.stringify([context, name, value]))
  const read = readFilters(filters)
  return cards.flatMap((card) => [
    ...[...read[card].tags, ...read[card].extensions].flatMap(({ values, stored: filter }) =>
      filter === undefined || isStored(filter) ? [] : problemAt(filters.indexOf(filter), values, false),
    ),
    ...(['first', 'second'] as const).flatMap((part) => {
      const ofPart = filters.filter((filter) => isAt(filter, card, part))
      const changed = ofPart.find((filter) => !isStored(filter))
      return changed ? problemAt(filters.indexOf(changed), read[card][part], true) : []
    }),
  ])
}

const isAt = (filter: FilterTag, card: Card, part: CardPart): boolean => {
  const place = placeOf(filter)
  return place?.card === card && place.part === part
}

function problemAt(index: number, values: readonly string[], isEntity: boolean): [number, string][] {
  const problem = problemOfValues(values, { isEntity, unmatched: [] })
  if (!problem) return []
  return [[index, [problem.message, problem.values.join(', ')].filter((text) => text !== '').join(': ')]]
}

const valuesOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The row of a tag or an extension. Of tags, the values 1 and 0 mean yes and no. */
export function readTagFilter(stored: FilterTag): TagFilter {
  const { name, value } = stored
  if (name.startsWith(extensionPrefix)) {
    return { name: name.slice(extensionPrefix.length), values: valuesOf(value), isFlag: false, stored }
  }
  if (value === '1' || value === '0') return { name, values: [value === '1' ? 'yes' : 'no'], isFlag: true, stored }
  return { name, values: valuesOf(value), isFlag: false, stored }
}

/** Returns the filters of a row: none for a row without values, unless it is stored like that. */
function writeRow(card: Card, part: 'tags' | 'extensions', row: TagFilter): FilterTag[] {
  if (row.stored && isSameRow(row, readTagFilter(row.stored))) return [row.stored]
  if (row.values.length === 0) return []
  const name = part === 'extensions' ? `${extensionPrefix}${row.name}` : row.name
  const { value, list } = contextsOf(card)
  if (row.isFlag) return [{ name, value: row.values[0]?.toLowerCase() === 'yes' ? '1' : '0', context: value }]
  return [{ name, value: row.values.join(', '), context: list }]
}

const isSameRow = (a: TagFilter, b: TagFilter): boolean =>
  a.name === b.name && a.isFlag === b.isFlag && JSON.stringify(a.values) === JSON.stringify(b.values)

const writeEntities = (card: Card, part: 'first' | 'second', filters: ReportFilters): FilterTag[] =>
  filters[card][part].map((value) => ({ name: entityNames[card][part], value, context: contextsOf(card).field }))

const isSame = (a: readonly FilterTag[], b: readonly FilterTag[]): boolean =>
  a.length === b.length &&
  a.every(({ name, value, context }, index) => {
    const filterOfB = b[index]
    return filterOfB?.name === name && filterOfB.value === value && filterOfB.context === context
  })
