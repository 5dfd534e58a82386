import { ActionIcon, Button } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '#ui/Icon.tsx'
import classes from './ColumnsPanel.module.css'
import { type Column, movableColumns, nameColumn, shownColumns } from './columns.tsx'
import type { ListState } from './list-address.ts'

type Listed = Pick<Column<never>, 'id' | 'header' | 'isName' | 'sort'>

interface Props {
  readonly columns: readonly Listed[]
  readonly state: ListState
  /** Gets the ids of the shown columns, in order; undefined for the usual ones. */
  readonly onChange: (ids: readonly string[] | undefined) => void
}

const steps = { up: -1, down: 1 } as const
type Step = keyof typeof steps

/** Which columns of a list are shown, and in which order. */
export function ColumnsPanel({ columns, state: { columns: ids, filters }, onChange }: Props) {
  const place = useRef<HTMLUListElement>(null)
  const movedTo = useRef<string>(undefined)
  const visibleColumns = movableColumns(shownColumns(columns, ids, filters))
  const hiddenColumns = movableColumns(columns).filter((column) => !visibleColumns.includes(column))
  const name = nameColumn(columns)
  // A button that is moved with its row loses the focus.
  useLayoutEffect(() => {
    const button = movedTo.current
    movedTo.current = undefined
    if (button !== undefined) place.current?.querySelector<HTMLElement>(`[data-moves="${button}"]`)?.focus()
  })
  const show = (next: readonly Listed[]) => onChange(next.map(({ id }) => id))
  const move = (index: number, step: Step) => {
    const next = [...visibleColumns]
    next.splice(index + steps[step], 0, ...next.splice(index, 1))
    movedTo.current = `${step} ${visibleColumns[index]?.id}`
    show(next)
  }
  return (
    <>
      <ul className={classes.columns} ref={place}>
        {[...visibleColumns, ...hiddenColumns].map((column, index) => (
          <li key={column.id}>
            <label>
              <input
                type="checkbox"
                checked={index < visibleColumns.length}
                disabled={column.id === name || filters[column.id] !== undefined}
                onChange={() =>
                  show(
                    index < visibleColumns.length
                      ? visibleColumns.filter(({ id }) => id !== column.id)
                      : [...visibleColumns, column],
                  )
                }
              />
              {column.header}
            </label>
            {index < visibleColumns.length &&
              (['up', 'down'] as const).map((step) => (
                <ActionIcon
                  key={step}
                  variant="subtle"
                  size={26}
                  data-moves={`${step} ${column.id}`}
                  aria-label={`Move ${column.header} ${step}`}
                  // Without `disabled`, so that the focus stays when the end is reached.
                  aria-disabled={visibleColumns[index + steps[step]] === undefined}
                  onClick={() => visibleColumns[index + steps[step]] && move(index, step)}
                >
                  <Icon name={step} size={14} />
                </ActionIcon>
              ))}
          </li>
        ))}
      </ul>
      <Button size="compact-sm" variant="subtle" disabled={!ids} onClick={() => onChange(undefined)}>
        Reset
      </Button>
    </>
  )
}
