/** The parts of an aggregation profile that its formula has, as a form or a version has them. */
export interface AggregatedProfile {
  readonly endpoint_group: string
  readonly profile_operation: string
  readonly groups: readonly AggregatedGroup[]
}

export interface AggregatedGroup {
  readonly name: string
  readonly operation: string
  readonly services: readonly { readonly name: string }[]
}

/** The groups and services that have a name: forms also have blank rows. */
export const namedGroups = (groups: readonly AggregatedGroup[]): AggregatedGroup[] =>
  groups
    .map(({ name, operation, services }) => ({
      name: name.trim(),
      operation: operation.trim(),
      services: services.flatMap((service) => (service.name.trim() === '' ? [] : [{ name: service.name.trim() }])),
    }))
    .filter(({ name, services }) => name !== '' || services.length > 0)

const results: ReadonlyMap<string, string> = new Map([
  ['sites', 'site'],
  ['servicegroups', 'service group'],
])

/** What the profile computes the status of. */
export const resultOf = (endpointGroup: string): string => results.get(endpointGroup) ?? (endpointGroup || 'result')

/** The profile in one line, such as `site = (CREAM-CE OR ARC-CE) AND (SRM)`; what is not chosen yet is `?`. */
export function formulaOf({ endpoint_group, profile_operation, groups }: AggregatedProfile): string {
  const terms = groups.map(({ operation, services }) => {
    const names = services.map(({ name }) => operand(name))
    return `(${names.length === 0 ? '?' : names.join(` ${operation || '?'} `)})`
  })
  return `${resultOf(endpoint_group)} = ${terms.length === 0 ? '?' : terms.join(` ${profile_operation || '?'} `)}`
}

/** A name in which something could be taken for a part of the formula is quoted. */
const operand = (name: string) => (/[\s()"]/.test(name) ? JSON.stringify(name) : name)
