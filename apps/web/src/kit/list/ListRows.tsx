import type { JustSaved, Undo } from '#kit/write/last-save.tsx'
import { UndoButton } from '#kit/write/last-save.tsx'
import { Mark } from '#ui/Mark.tsx'
import table from '#ui/table.module.css'
import { type Column, nameColumn } from './columns.tsx'
import classes from './List.module.css'

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  /** Undefined while they are being loaded. */
  readonly rows: readonly Row[] | undefined
  /** The number of rows on the previous pages. */
  readonly first: number
  readonly size: number
  readonly keyOf: (row: Row) => string
  readonly nothing: string
  /** The last saved object, whose save can be undone. */
  readonly saved?: JustSaved | undefined
  readonly undo?: Undo
}

const maxBones = 20

/** The rows of one page. A shorter page is filled up with empty space, so that nothing below it moves. */
export function ListRows<Row>({ columns, rows, first, size, keyOf, nothing, saved, undo }: Props<Row>) {
  const name = nameColumn(columns)
  if (!rows) {
    return (
      <tbody aria-hidden="true">
        {Array.from({ length: Math.min(size, maxBones) }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <tr key={row}>
            {columns.map(({ id }) => (
              <td key={id} data-name={id === name || undefined}>
                <span className={table.bone} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    )
  }
  const missing = Math.min(size, maxBones) - Math.max(rows.length, 1)
  return (
    <>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length}>{nothing}</td>
          </tr>
        )}
        {rows.map((row, index) => {
          const isSaved = keyOf(row) === saved?.key
          return (
            <tr key={keyOf(row)} data-saved={isSaved || undefined}>
              {columns.map(({ id, cell, align }, place) => (
                <td key={id} data-align={align} data-name={id === name || undefined}>
                  {isSaved && place === 1 ? (
                    <span className={classes.saved}>
                      {cell(row, first + index + 1)}
                      <Mark tone="good">{saved.outcome}</Mark>
                      {undo && <UndoButton undo={undo} saved={saved} />}
                    </span>
                  ) : (
                    cell(row, first + index + 1)
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
      {missing > 0 && (
        <tbody aria-hidden="true" className={classes.space}>
          <tr style={{ height: `calc(var(--row, 49px) * ${missing})` }}>
            <td colSpan={columns.length} />
          </tr>
        </tbody>
      )}
    </>
  )
}
