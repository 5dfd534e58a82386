import type { Field, Row, RowDefinition } from './row-definition.ts'

/** The rows in a cell of a group. */
export interface Members<Inner, Name extends string> {
  /** The cell of a group that holds them. */
  readonly field: Name
  readonly definition: RowDefinition<Inner>
}

/** A group whose cell of this name holds rows. */
export type WithMembers<Inner, Name extends string> = { readonly [N in Name]: readonly Inner[] }

/** One line of a table of groups: a group, or a row in it. */
export interface GroupedItem<Values, Inner> {
  /** Identifies the line in the table. */
  readonly key: string
  readonly group: Row<Values>
  readonly groupIndex: number
  /** Undefined for the line of the group itself. */
  readonly member?: Row<Inner>
  readonly index: number
}

/** The key of a line. Ids of rows are unique within their group only. */
export const keyOfMember = (group: string, member: string): string => `${group}\n${member}`

/**
 * The lines of a table of groups that match a search: a group with all its rows if a text of the group matches, or else
 * with the rows that match. Lines of `kept` keys are shown anyway.
 */
export function groupedItems<
  Values extends object & WithMembers<Inner, Name>,
  Inner extends object,
  Name extends Field<Values>,
>(
  groups: readonly Row<Values>[],
  definition: RowDefinition<Values>,
  members: Members<Inner, Name>,
  search = '',
  kept: ReadonlySet<string> = new Set(),
): GroupedItem<Values, Inner>[] {
  const wanted = search.trim().toLowerCase()
  const { definition: inner, field } = members
  return groups.flatMap((group, groupIndex) => {
    const isWhole = wanted === '' || definition.nameOf(group).toLowerCase().includes(wanted)
    const rows = inner.rowsOf(group[field]).flatMap((member, index) => {
      const key = keyOfMember(group.id, member.id)
      const isShown = isWhole || kept.has(key) || inner.nameOf(member).toLowerCase().includes(wanted)
      return isShown ? [{ key, group, groupIndex, member, index }] : []
    })
    const isShown = isWhole || rows.length > 0 || kept.has(group.id)
    return isShown ? [{ key: group.id, group, groupIndex, index: groupIndex }, ...rows] : []
  })
}
