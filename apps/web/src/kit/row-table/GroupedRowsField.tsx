import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { Field, Row, RowDefinition } from '#kit/rows/row-definition.ts'
import { problemsAt } from '#kit/rows/row-rules.ts'
import { capitalized, counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { GroupCells, RowCells, type RowColumn, type RowExtras } from './RowCells.tsx'
import { editColumns, numberColumn, RowsHead, valueColumns } from './RowsHead.tsx'
import { NumberCell, RowSearch, RowTable } from './RowTable.tsx'
import classes from './rows.module.css'
import { type GroupedItem, linesOfGroups, type Members, useGroupedRows, type WithMembers } from './use-grouped-rows.ts'
import type { RowFieldOptions } from './use-row-field.ts'

interface Props<Values, Inner, Name extends string> extends RowFieldOptions<Values> {
  /** The rows of a group. It has to be the same object at every rendering. */
  readonly members: Members<Inner, Name>
  readonly label: string
  /** The button that adds a group after the last one. */
  readonly addLabel: string
  /** The props of the feature for groups, and for their rows. */
  readonly extras?: Omit<RowExtras<Values>, 'columns' | 'lockOf' | 'hintOf'>
  readonly memberExtras?: RowExtras<Inner>
  /** Between the heading and the table. */
  readonly children?: ReactNode
}

/** A table of groups with their rows in a form. Groups and rows can be added, inserted, moved, removed and searched. */
export function GroupedRowsField<Values extends WithMembers<Inner, Name>, Inner, Name extends Field<Values>>(
  props: Props<Values, Inner, Name>,
) {
  const { definition, members, label, addLabel, extras, memberExtras, children } = props
  const { definition: inner, field: cell } = members
  const field = useGroupedRows(props)
  const { rows, items } = field
  const columns = [numberColumn, ...valueColumns(inner), ...editColumns(memberExtras?.columns, '132px')]
  const moves = inner.isSorted ? definition.one : ''
  const nameOfGroup = capitalized(definition.one)
  return (
    <div className={classes.field}>
      <GroupedHead label={label} definition={definition} members={members} groups={rows} {...field} />
      {children}
      <RowTable
        ref={field.table}
        label={label}
        columns={columns}
        rows={items}
        keyOf={({ key }) => key}
        emptyText={`No ${definition.many} match the search.`}
        cells={({ group, groupIndex, member, index }) =>
          member ? (
            <RowCells
              definition={inner}
              row={member}
              number={index + 1}
              isFirst={groupIndex === 0 && (inner.isSorted || index === 0)}
              isLast={groupIndex === rows.length - 1 && (inner.isSorted || index === group[cell].length - 1)}
              state={field.memberState(group, member)}
              problems={problemsAt(field.problemsAt(groupIndex)?.nested[cell], index)}
              edits={field.memberEdits(group.id)}
              prefix={`${nameOfGroup} ${groupIndex + 1}`}
              isCompact={false}
              isFixed={false}
              moves={moves}
              {...memberExtras}
            />
          ) : (
            <GroupCells
              definition={definition}
              row={group}
              number={groupIndex + 1}
              isFirst={groupIndex === 0}
              isLast={groupIndex === rows.length - 1}
              state={field.stateOf(group)}
              problems={field.problemsAt(groupIndex)}
              memberField={cell}
              edits={field.edits}
              prefix={label}
              isCompact
              isFixed={false}
              moves=""
              span={columns.length}
              {...extras}
            />
          )
        }
      />
      <div>
        <Button variant="default" leftSection={<Icon name="add" size={16} />} onClick={field.addGroup}>
          {addLabel}
        </Button>
      </div>
    </div>
  )
}

interface HeadProps<Values, Inner, Name extends string> {
  readonly label: string
  readonly definition: RowDefinition<Values>
  readonly members: Members<Inner, Name>
  readonly groups: readonly Values[]
  /** The lines of the groups that match the search. */
  readonly items: readonly GroupedItem<Values, Inner>[]
  readonly text: string
  readonly search: (text: string) => void
  readonly problem?: string | undefined
}

/** Above a table of groups: its heading, the number of groups, and a search in groups and rows. */
function GroupedHead<Values extends WithMembers<Inner, Name>, Inner, Name extends Field<Values>>(
  props: HeadProps<Values, Inner, Name>,
) {
  const { label, definition, members, groups, items, text, search, problem } = props
  const words = `Search ${definition.many} and ${members.definition.many}`
  const filled = groups.filter((group) => !definition.isBlank(group)).length
  return (
    <RowsHead
      matching={items.length}
      all={groups.reduce((count, group) => count + group[members.field].length, groups.length)}
      count={counted(filled, definition.one, definition.many)}
      problem={problem}
      onClear={text.trim() === '' ? undefined : () => search('')}
    >
      <h2>{label}</h2>
      <RowSearch label={words} placeholder={words} className={classes.search ?? ''} value={text} onSearch={search} />
    </RowsHead>
  )
}

interface ListProps<Values, Inner, Name extends string> {
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
  props: ListProps<Values, Inner, Name>,
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
