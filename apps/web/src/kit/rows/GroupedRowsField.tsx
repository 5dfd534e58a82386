import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { GroupCells } from './GroupCells.tsx'
import type { Members, WithMembers } from './grouped-items.ts'
import { type MoveWords, withinList } from './RowActions.tsx'
import { RowCells, type RowExtras } from './RowCells.tsx'
import { RowsHead } from './RowsHead.tsx'
import { RowTable, type RowTableColumn } from './RowTable.tsx'
import { editColumns } from './row-columns.tsx'
import type { Field } from './row-definition.ts'
import { problemsAt } from './row-problems.ts'
import classes from './rows.module.css'
import { useGroupedRows } from './use-grouped-rows.ts'
import type { RowFieldOptions } from './use-rows-in-form.ts'

interface Props<Values, Inner, Name extends string> extends RowFieldOptions<Values> {
  /** The rows of a group. It has to be the same object at every rendering. */
  readonly members: Members<Inner, Name>
  readonly label: string
  /** The button that adds a group behind the last one. */
  readonly addLabel: string
  /** What the feature adds to groups, and to their rows. */
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
  const filled = rows.filter((row) => !definition.isBlank(row))
  const columns = [...memberColumns(inner.shown, inner.cells), ...editColumns(memberExtras.columns, true)]
  const moves = inner.isSorted ? betweenGroups(definition.one) : withinList
  const nameOfGroup = capitalized(definition.one)
  return (
    <div className={classes.field}>
      <RowsHead
        shown={items.length}
        all={rows.length + rows.reduce((count, row) => count + row[cell].length, 0)}
        count={counted(filled.length, definition.one, definition.many)}
        problem={problem}
        onClear={text.trim() === '' ? undefined : () => search('')}
      >
        <h2>{label}</h2>
        <TextInput
          size="xs"
          type="search"
          className={classes.search}
          placeholder={`Search ${definition.many} and ${inner.many}`}
          aria-label={`Search ${definition.many} and ${inner.many}`}
          value={text}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </RowsHead>
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

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

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

/** The columns of the values, behind that of the numbers. */
const memberColumns = (
  shown: readonly string[],
  cells: Readonly<Record<string, { readonly header: string; readonly width?: string | undefined }>>,
): RowTableColumn[] => [
  { header: '#', width: '56px', align: 'end' },
  ...shown.flatMap((name) => {
    const { header = '', width } = cells[name] ?? {}
    return [{ header, ...(width !== undefined && { width }) }]
  }),
]
