import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import rowClasses from '#kit/row-table/rows.module.css'
import { type NewTypesValues, preparedIn } from './new-types-form.ts'
import { type TypeRow, typeRows } from './service-type-rows.ts'
import classes from './service-types.module.css'

const label = 'Service types prepared for submission'
const stored: readonly TypeRow[] = []

/** The service types that a save adds. They can still be changed, removed, and pasted from a spreadsheet. */
export function PreparedTypes({ hasTitles }: { readonly hasTitles: boolean }) {
  const isEmpty = useWatch({ compute: (values: NewTypesValues) => preparedIn(values).length === 0 })
  useFocusAfterLast(isEmpty)
  if (!isEmpty) return <RowsField name="prepared" definition={typeRows(hasTitles)} stored={stored} label={label} />
  return (
    <div className={rowClasses.field}>
      <div className={rowClasses.head}>
        <h2>{label}</h2>
      </div>
      <p className={classes.empty}>Empty data</p>
    </div>
  )
}

/** Moves the focus when the table with the focused button disappears with its last row. */
function useFocusAfterLast(isEmpty: boolean) {
  const { setFocus } = useFormContext<NewTypesValues>()
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) setFocus('name')
    wasEmpty.current = isEmpty
  }, [isEmpty, setFocus])
}
