import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { type MoveWords, withinList } from '#kit/row-table/RowActions.tsx'
import { RowCells, type RowExtras } from '#kit/row-table/RowCells.tsx'
import { RowTable } from '#kit/row-table/RowTable.tsx'
import classes from '#kit/row-table/rows.module.css'
import type { Field } from '#kit/rows/row-definition.ts'
import { problemsAt } from '#kit/rows/row-problems.ts'
import { editColumns } from '#kit/rows-field/row-columns.tsx'
import type { RowFieldOptions } from '#kit/rows-field/use-rows-in-form.ts'
import { capitalized } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { GroupCells } from './GroupCells.tsx'
import { GroupedHead } from './GroupedHead.tsx'
import { countLines, type Members, memberColumns, type WithMembers } from './grouped-items.ts'
import { useGroupedRows } from './use-grouped-rows.ts'

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
export function GroupedRowsField<
  Values extends object & WithMembers<Inner, Name>,
  Inner extends object,
  Name extends Field<Values>,
>(props: Props<Values, Inner, Name>) {
  const { definition, members, label, addLabel, extras = {}, memberExtras = {}, children } = props
  const { definition: inner, field: cell } = members
  const field = useGroupedRows(props)
  const { rows, items, text, search, problem } = field
  const columns = [...memberColumns(inner), ...editColumns(memberExtras.columns, '132px')]
  const moves = inner.isSorted ? betweenGroups(definition.one) : withinList
  const nameOfGroup = capitalized(definition.one)
  return (
    <div className={classes.field}>
      <GroupedHead
        {...{ label, definition, inner, items, text, search, problem }}
        groups={rows}
        all={countLines(rows, cell)}
      />
      {children}
      <RowTable
        ref={field.table}
        label={label}
        columns={columns}
        rows={items}
        keyOf={({ key }) => key}
        nothing={`No ${definition.many} match the search.`}
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
              isLast={groupIndex === rows.length - 1}
              state={field.stateOf(group)}
              problems={field.problemsAt(groupIndex)}
              memberField={cell}
              edits={field.edits}
              label={label}
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

const known = new Map<string, MoveWords>()

/** The same object for the same word, so that rows are not rendered again. */
function betweenGroups(one: string): MoveWords {
  const wordTo = (place: string) => ({
    title: `Move to the ${place} ${one}`,
    of: (name: string) => `Move ${name} to the ${place} ${one}`,
  })
  const words = known.get(one) ?? { up: wordTo('previous'), down: wordTo('next') }
  known.set(one, words)
  return words
}
