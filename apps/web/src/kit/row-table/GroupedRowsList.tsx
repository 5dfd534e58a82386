import { type ReactNode, useMemo, useState } from 'react'
import type { Field, Row, RowDefinition } from '#kit/rows/row-definition.ts'
import { GroupedHead } from './GroupedRowsField.tsx'
import type { RowColumn } from './RowCells.tsx'
import { numberColumn, valueColumns } from './RowsHead.tsx'
import { NumberCell, RowTable } from './RowTable.tsx'
import classes from './rows.module.css'
import { linesOfGroups, type Members, type WithMembers } from './use-grouped-rows.ts'

interface Props<Values, Inner, Name extends string> {
  readonly label: string
  readonly groups: readonly Row<Values>[]
  readonly definition: RowDefinition<Values>
  /** The rows of a group. It has to be the same object at every rendering. */
  readonly members: Members<Inner, Name>
  /** A note of a row. */
  readonly marksOf?: (row: Row<Inner>) => ReactNode
  /** A note of a group. */
  readonly groupMarksOf?: (group: Row<Values>) => ReactNode
  /** Further columns of rows. */
  readonly columns?: readonly RowColumn<Inner>[]
}

/** Groups with their rows, read-only, with a search. */
export function GroupedRowsList<Values extends WithMembers<Inner, Name>, Inner, Name extends Field<Values>>(
  props: Props<Values, Inner, Name>,
) {
  const { label, groups, definition, members, marksOf, groupMarksOf, columns: further = [] } = props
  const [text, search] = useState('')
  const filled = useMemo(() => groups.filter((group) => !definition.isBlank(group)), [groups, definition])
  const linesOf = useMemo(() => linesOfGroups(definition, members), [definition, members])
  const items = useMemo(() => linesOf(filled, text), [linesOf, filled, text])
  const { definition: inner } = members
  const columns = [numberColumn, ...valueColumns(inner), ...further]
  return (
    <div className={classes.field}>
      <GroupedHead {...props} groups={filled} items={items} text={text} search={search} />
      <RowTable
        label={label}
        columns={columns}
        rows={items}
        keyOf={({ key }) => key}
        isFocusable
        emptyText={text.trim() === '' ? `No ${definition.many}` : `No ${definition.many} match the search.`}
        cells={({ group, groupIndex, member, index }) =>
          member ? (
            <>
              <NumberCell>{index + 1}</NumberCell>
              {inner.visibleCells.map((name, place) => (
                <td key={name} data-plain className="mono">
                  {inner.cells[name].toText(member[name])} {place === 0 && marksOf?.(member)}
                </td>
              ))}
              {further.map(({ header, cell }) => (
                <td key={header} data-plain>
                  {cell(member)}
                </td>
              ))}
            </>
          ) : (
            <th scope="colgroup" colSpan={columns.length} className={classes.groupLine}>
              <span className={classes.groupText}>
                <span className={`mono ${classes.groupNumber}`}>{groupIndex + 1}</span>
                {definition.fields
                  .filter((name, place) => place === 0 || !definition.cells[name].isBlank(group[name]))
                  .map((name, place) => (
                    <span key={name}>
                      {place > 0 && <span className={classes.groupLabel}>{definition.cells[name].header} </span>}
                      <span className="mono">{definition.cells[name].toText(group[name])}</span>
                    </span>
                  ))}
                {groupMarksOf?.(group)}
              </span>
            </th>
          )
        }
      />
    </div>
  )
}
