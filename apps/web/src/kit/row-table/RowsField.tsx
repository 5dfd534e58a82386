import type { ReactNode } from 'react'
import type { RowDefinition } from '#kit/rows/row-definition.ts'
import { counted } from '#lib/words.ts'
import { RowCells, type RowExtras } from './RowCells.tsx'
import { editColumns, type Paging, RowsFoot, RowsHead, searchedColumns, valueColumns } from './RowsHead.tsx'
import { RowTable, type RowTableColumn } from './RowTable.tsx'
import classes from './rows.module.css'
import { type RowFieldOptions, type Searches, useRowField } from './use-row-field.ts'

interface Props<Values> extends RowExtras<Values>, RowFieldOptions<Values> {
  readonly label: string
  readonly description?: string | undefined
  /** The label is the heading above the table too. */
  readonly hasTitle?: boolean
  /** Between the heading and the table. */
  readonly children?: ReactNode
  /** There are several tables on the page, so names of cells contain the name of the table. */
  readonly isOneOfSeveral?: boolean
  readonly initialSearch?: Searches<Values>
  /** By default all rows are shown at once. */
  readonly paging?: Paging
}

/** A table of rows in a form: typed, chosen among suggestions, or pasted from a spreadsheet. Every row can be searched. */
export function RowsField<Values>(props: Props<Values>) {
  const { definition, label, description, hasTitle = true, isOneOfSeveral = false, paging, children } = props
  const field = useRowField({ ...props, pageSize: paging?.size })
  const { rows, filter, problem } = field
  const filled = rows.filter((row) => !definition.isBlank(row)).length
  const visibleRows = filter.visibleRows.map(({ row }) => row)
  const columns = [
    ...searchedColumns(definition, filter, isOneOfSeveral),
    ...editColumns(props.columns, props.actionsOf && '108px', visibleRows),
  ]
  const onPage = (page: number | string) => {
    filter.onPage(page)
    const { element } = field.table.current ?? {}
    if (element) element.scrollTop = 0
  }
  return (
    <div className={classes.field}>
      <RowsHead
        matching={filter.matching}
        all={rows.length}
        count={counted(filled, definition.one, definition.many)}
        problem={problem}
        onClear={filter.isOn ? filter.clear : undefined}
      >
        {hasTitle && <h2>{label}</h2>}
      </RowsHead>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      {children}
      <Rows {...props} field={field} tableColumns={columns} prefix={isOneOfSeveral ? label : undefined} />
      {paging && <RowsFoot paging={paging} paged={{ ...filter, onPage }} count={rows.length} words={definition} />}
    </div>
  )
}

interface CompactProps<Values>
  extends Omit<Props<Values>, 'hasTitle' | 'isOneOfSeveral' | 'initialSearch' | 'columns' | 'paging'> {
  /** Rows are neither added nor removed. */
  readonly isFixed?: boolean
}

/** A short table of rows among other fields of a form. The order of its rows is significant, so they can be moved. */
export function CompactRowsField<Values>(props: CompactProps<Values>) {
  const { definition, label, description, isFixed = false, children } = props
  const field = useRowField(props)
  const columns = [
    ...valueColumns(definition),
    ...(isFixed ? [] : [{ header: 'Actions', width: '148px', align: 'end' as const }]),
  ]
  return (
    <div className={classes.compact}>
      <h3 className={classes.label}>{label}</h3>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      {field.problem !== undefined && <p className="problem">{field.problem}</p>}
      {children}
      <Rows {...props} field={field} tableColumns={columns} prefix={label} isCompact />
    </div>
  )
}

interface RowsProps<Values> extends RowExtras<Values> {
  readonly definition: RowDefinition<Values>
  readonly label: string
  readonly field: ReturnType<typeof useRowField<Values>>
  readonly tableColumns: readonly RowTableColumn[]
  readonly prefix: string | undefined
  readonly isCompact?: boolean
  readonly isFixed?: boolean
}

function Rows<Values>(props: RowsProps<Values>) {
  const { definition, label, field, tableColumns, prefix, isCompact = false, isFixed = false } = props
  const { suggestionsOf, marksOf, columns, actionsOf, lockOf, hintOf } = props
  const { rows, table, filter, edits, problemsAt, stateOf } = field
  const extras = { suggestionsOf, marksOf, columns, actionsOf, lockOf, hintOf }
  return (
    <RowTable
      ref={table}
      label={label}
      columns={tableColumns}
      rows={filter.visibleRows}
      keyOf={({ row }) => row.id}
      emptyText={`No ${definition.many} match the search.`}
      isCompact={isCompact}
      cells={({ row, index }) => (
        <RowCells
          definition={definition}
          row={row}
          edits={edits}
          prefix={prefix}
          isCompact={isCompact}
          isFixed={isFixed}
          moves={isCompact ? '' : undefined}
          number={index + 1}
          isFirst={index === 0}
          isLast={index === rows.length - 1}
          state={stateOf(row)}
          problems={problemsAt(index)}
          {...extras}
        />
      )}
    />
  )
}
