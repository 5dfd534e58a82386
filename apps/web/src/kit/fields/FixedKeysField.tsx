import { useId, useImperativeHandle, useRef } from 'react'
import { useController, useFormContext, useFormState } from 'react-hook-form'
import { cardHeadings } from '#ui/card-headings.ts'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import table from '#ui/table.module.css'
import type { KeyValueOffers, RowProblems } from './KeyValueCells.tsx'
import classes from './KeyValueField.module.css'
import { isBlankRow, type KeyValueRow, stateOfKeyValue } from './key-value-rows.ts'

interface Props {
  readonly name: string
  readonly label: string
  readonly stored: readonly KeyValueRow[]
  readonly valuesOf: KeyValueOffers['valuesOf']
  /** What a key means. */
  readonly hintOf: (key: string) => string | undefined
  /** Why the value of a key cannot be changed; nothing for one that can. */
  readonly locked?: (key: string) => string | undefined
}

/** Values for keys that are given. */
export function FixedKeysField({ name, label, stored, valuesOf, hintOf, locked }: Props) {
  const { field } = useController<Record<string, KeyValueRow[]>>({ name })
  const { getFieldState } = useFormContext()
  const { errors } = useFormState({ name })
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = field.value
  const problems: unknown = errors[name]
  // The form goes to its first problem by asking the field for the focus.
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      const { error } = getFieldState(name)
      const first = Array.isArray(error) ? error.findIndex(Boolean) : 0
      body.current?.rows[Math.max(0, first)]?.querySelector('input')?.focus()
    },
  }))
  const isAllNew = stored.every(isBlankRow)
  return (
    <div className={classes.field}>
      <h3 className={classes.label}>{label}</h3>
      <div className={table.scroll}>
        <table
          className={`${table.table} ${table.cards} ${classes.table} ${classes.fixed}`}
          style={cardHeadings(['Key', 'Value'])}
        >
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, index) => (
              <tr key={row.id}>
                <th scope="row" className={classes.key}>
                  <span className="mono">{row.key}</span>
                  <span className={classes.hint}>{hintOf(row.key)}</span>
                </th>
                <td>
                  {locked?.(row.key) === undefined ? (
                    <FixedValue
                      label={`${label}: ${row.key}`}
                      row={row}
                      problems={Array.isArray(problems) ? problems[index] : undefined}
                      suggestions={valuesOf(row.key)}
                      isChanged={!isAllNew && stateOfKeyValue(row, stored) === 'changed'}
                      onChange={(value) => field.onChange(rows.with(index, { ...row, value }))}
                      onBlur={field.onBlur}
                    />
                  ) : (
                    <LockedValue value={row.value} why={locked(row.key)} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const LockedValue = ({ value, why }: { readonly value: string; readonly why: string | undefined }) => (
  <span className={classes.locked}>
    <Icon name="lock" size={15} /> <span className="mono">{value}</span>
    <span className={classes.reason}>{why}</span>
  </span>
)

interface ValueProps {
  readonly label: string
  readonly row: KeyValueRow
  readonly problems: RowProblems | undefined
  readonly suggestions: ReturnType<KeyValueOffers['valuesOf']>
  readonly isChanged: boolean
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

function FixedValue({ label, row, problems, suggestions, isChanged, onChange, onBlur }: ValueProps) {
  const id = useId()
  const message = problems?.value?.message ?? problems?.message
  return (
    <>
      <SuggestInput
        aria-label={label}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        value={row.value}
        suggestions={suggestions}
        onChange={onChange}
        onBlur={onBlur}
        // Within a form Enter would save.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {message !== undefined && (
        <span id={id} className={classes.message}>
          {message}
        </span>
      )}
      {isChanged && (
        <span className={classes.marks}>
          <Mark tone="warn">Changed</Mark>
        </span>
      )}
    </>
  )
}
