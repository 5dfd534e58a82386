/** A filter of a report, as the Web API stores it. */
export interface FilterTag {
  readonly name: string
  readonly value: string
  readonly context: string
}

/** What a filter selects: groups of groups, or groups of endpoints. */
export const cards = ['group', 'endpoint'] as const
export type Card = (typeof cards)[number]

/** The lists and fields of a card, in the order in which filters are sent. */
export type CardPart = 'tags' | 'extensions' | 'first' | 'second'

export interface FilterPlace {
  readonly card: Card
  readonly part: CardPart
}

/** The contexts of a card: of one value, of a list of values, and of fields of the topology. */
export const contextsOf = (card: Card) =>
  ({
    value: `argo.${card}.filter.tags`,
    list: `argo.${card}.filter.tags.array`,
    field: `argo.${card}.filter.fields`,
  }) as const

/** The names of the two fields of a card that the form has. The Web API knows more. */
export const entityNames = {
  group: { first: 'group', second: 'subgroup' },
  endpoint: { first: 'group', second: 'service' },
} as const

/** Tags with this prefix are extensions, which are shown without it. */
export const extensionPrefix = 'info_ext_'

/** The place of a filter in the form. Undefined if the form has none, because its context or name is unknown. */
export function placeOf({ context, name }: Pick<FilterTag, 'context' | 'name'>): FilterPlace | undefined {
  const card = cards.find((each) => Object.values(contextsOf(each)).some((cardContext) => cardContext === context))
  if (!card) return undefined
  if (context !== contextsOf(card).field) {
    return { card, part: name.startsWith(extensionPrefix) ? 'extensions' : 'tags' }
  }
  const { first, second } = entityNames[card]
  if (name === first) return { card, part: 'first' }
  return name === second ? { card, part: 'second' } : undefined
}
