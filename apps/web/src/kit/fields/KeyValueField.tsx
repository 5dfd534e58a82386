import { useImperativeHandle } from 'react'
import { useController, useFormContext, useFormState } from 'react-hook-form'
import { cardHeadings } from '#ui/card-headings.ts'
import table from '#ui/table.module.css'
import { useProblem } from './fields-state.ts'
import { KeyValueCells, type KeyValueOffers, type RowProblems } from './KeyValueCells.tsx'
import classes from './KeyValueField.module.css'
import { isBlankRow, type KeyValueRow, stateOfKeyValue } from './key-value-rows.ts'
import { useKeyValueEdits } from './use-key-value-edits.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly description?: string
  /** What is stored, by which rows are marked as new and changed. */
  readonly stored: readonly KeyValueRow[]
  readonly offers: KeyValueOffers
  /** Why a row can be neither changed nor removed; nothing for one that can. */
  readonly locked?: (row: KeyValueRow) => string | undefined
}

/** Keys with their values, in an order that counts: typed, chosen among what others use, or pasted from a spreadsheet. */
export function KeyValueField({ name, label, description, stored, offers, locked }: Props) {
  const { field } = useController<Record<string, KeyValueRow[]>>({ name })
  const { getFieldState } = useFormContext()
  const { errors } = useFormState({ name })
  const problem = useProblem(name)
  const rows = field.value
  const edits = useKeyValueEdits(rows, field.onChange)
  const problems: unknown = errors[name]
  const problemsAt = (index: number): RowProblems | undefined => (Array.isArray(problems) ? problems[index] : undefined)
  // The form goes to its first problem by asking the field for the focus.
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      const { error } = getFieldState(name)
      const first = Array.isArray(error) ? error.findIndex(Boolean) : -1
      const row = rows[Math.max(0, first)]
      if (row) edits.focus(row.id, Array.isArray(error) && error[first]?.value ? 'value' : 'key')
    },
  }))
  // Of what is not stored yet, nothing is worth being marked as new.
  const isAllNew = stored.every(isBlankRow)
  return (
    <div className={classes.field}>
      <h3 className={classes.label}>{label}</h3>
      {description !== undefined && <p className={classes.description}>{description}</p>}
      {problem !== undefined && <p className={classes.message}>{problem}</p>}
      <div className={table.scroll}>
        <table
          className={`${table.table} ${table.cards} ${classes.table}`}
          style={cardHeadings(['Key', 'Value', 'Actions'])}
        >
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Value</th>
              <th scope="col" className={classes.actionsHead}>
                Actions
              </th>
            </tr>
          </thead>
          <tbody ref={edits.body}>
            {rows.map((row, index) => (
              <tr key={row.id} data-row={row.id}>
                <KeyValueCells
                  label={label}
                  row={row}
                  number={index + 1}
                  isLast={index === rows.length - 1}
                  state={isAllNew || isBlankRow(row) ? 'stored' : stateOfKeyValue(row, stored)}
                  problems={problemsAt(index)}
                  lock={locked?.(row)}
                  offers={offers}
                  edits={edits}
                  onBlur={field.onBlur}
                />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
