/** Filters of the Web API: values of a parameter that is repeated if there are several. */
export type Filters = Readonly<Record<string, readonly string[]>>

/** What users type into the filters of a list of the topology. */
export interface TypedFilters {
  readonly group?: string | undefined
  readonly subgroup?: string | undefined
  readonly service?: string | undefined
  readonly hostname?: string | undefined
  readonly tags?: string | undefined
}

/**
 * Filters of the Web API that find a part of each typed text. The Web API compares case-sensitively, so each text is
 * sent as typed, in lower case and in upper case: names of hosts are usually in lower case, names of groups in upper case.
 */
export function filtersOf({ tags, ...texts }: TypedFilters): Filters {
  const fields = Object.entries<string | undefined>({ ...texts }).flatMap(([name, text = '']) =>
    text.trim() === '' ? [] : [[name, inBothCases(text.trim()).map(containing)] as const],
  )
  const pairs = (tags ?? '').split(',').flatMap((piece) => pairsOf(piece.trim()))
  return Object.fromEntries(pairs.length > 0 ? [...fields, ['tags', [pairs.join(',')]] as const] : fields)
}

/** `name` finds rows with this tag, `name:text` those with this part in its value. Pairs of one name are alternatives. */
function pairsOf(piece: string): string[] {
  // The Web API reads `\` in front of a comma, a colon or another `\` as an escape.
  const [name = '', value = ''] = piece.split(/:(.*)/s).map((part) => part.trim().replaceAll('\\', '\\\\'))
  if (name === '') return []
  return value === '' ? [`${name}:*`] : inBothCases(value).map((text) => `${name}:${containing(text)}`)
}

const containing = (text: string) => `*${text}*`

const inBothCases = (text: string) => [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
