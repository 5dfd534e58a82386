import type { ReactNode } from 'react'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import type { ConfirmationProps } from '#kit/write/use-previewed-write.ts'
import { CardTable } from '#ui/CardTable.tsx'
import table from '#ui/table.module.css'
import classes from './metrics.module.css'

interface Props extends Omit<ConfirmationProps, 'preview'> {
  readonly title: string
  readonly question: string
  readonly keep: string
  readonly confirm: string
  readonly headings: readonly string[]
  /** The accessible name of the table. */
  readonly label: string
  /** The name and the cells of each metric. If there are none, there is nothing to confirm. */
  readonly rows: readonly { readonly name: string; readonly cells: ReactNode }[]
  readonly before?: ReactNode
  readonly after?: ReactNode
}

/** Confirms a write to several metrics, with the effect on each. */
export const MetricsPreviewDialog = ({ headings, label, rows, before, after, ...dialog }: Props) => (
  <ConfirmWriteDialog {...dialog} isWide isDisabled={rows.length === 0}>
    {before}
    {rows.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll through it
      <section className={`${table.scroll} ${classes.listed}`} aria-label={label} tabIndex={0}>
        <CardTable caption={label} headings={headings}>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="mono">
                {name}
              </th>
              {cells}
            </tr>
          ))}
        </CardTable>
      </section>
    )}
    {after}
  </ConfirmWriteDialog>
)
