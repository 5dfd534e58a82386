import type { RowTableColumn } from '#kit/row-table/RowTable.tsx'
import type { Field, Row, RowDefinition } from '#kit/rows/row-definition.ts'

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

type LinesOf<Values, Inner> = (
  groups: readonly Row<Values>[],
  search?: string,
  kept?: ReadonlySet<string>,
) => readonly GroupedItem<Values, Inner>[]

/**
 * Makes the function for the lines of a table of groups that match a search: a group with all its rows if its name
 * matches, or else with the rows that match. Lines of `kept` keys are shown anyway. The lines of a group that has not
 * changed are made once.
 */
export function linesOfGroups<
  Values extends object & WithMembers<Inner, Name>,
  Inner extends object,
  Name extends Field<Values>,
>(definition: RowDefinition<Values>, { definition: inner, field }: Members<Inner, Name>): LinesOf<Values, Inner> {
  const known = new WeakMap<Row<Values>, readonly (GroupedItem<Values, Inner> & { readonly member: Row<Inner> })[]>()
  const linesIn = (group: Row<Values>, groupIndex: number) => {
    const before = known.get(group)
    if (before?.[0]?.groupIndex === groupIndex) return before
    const lines = inner.rowsOf(group[field]).map((member, index) => {
      return { key: keyOfMember(group.id, member.id), group, groupIndex, member, index }
    })
    known.set(group, lines)
    return lines
  }
  return (groups, search = '', kept = new Set()) => {
    const text = search.trim().toLowerCase()
    return groups.flatMap((group, groupIndex) => {
      const lines = linesIn(group, groupIndex)
      const line = { key: group.id, group, groupIndex, index: groupIndex }
      if (text === '' || definition.nameOf(group).toLowerCase().includes(text)) return [line, ...lines]
      const found = lines.filter(
        ({ key, member }) => kept.has(key) || inner.nameOf(member).toLowerCase().includes(text),
      )
      return found.length > 0 || kept.has(group.id) ? [line, ...found] : []
    })
  }
}

/** The number of lines of all groups and their rows. */
export const countLines = <Inner, Name extends string>(
  groups: readonly WithMembers<Inner, Name>[],
  field: Name,
): number => groups.reduce((count, group) => count + group[field].length, groups.length)

/** The columns of the rows of groups: their numbers, and their values. */
export const memberColumns = <Inner>({ cells, shown }: RowDefinition<Inner>): RowTableColumn[] => [
  { header: '#', width: '56px', align: 'end' },
  ...shown.map((name) => {
    const { header, width } = cells[name]
    return { header, ...(width !== undefined && { width }) }
  }),
]
