import type { ReactNode } from 'react'
import { HeadedTable } from '#ui/CardTable.tsx'
import table from '#ui/table.module.css'
import classes from './operations-profiles.module.css'

interface Props {
  readonly caption: string
  readonly headings: readonly string[]
  /** The rows, with a cell for each heading. */
  readonly children: ReactNode
}

/** A table whose few short columns fit into every window. */
export const SmallTable = (props: Props) => (
  <div className={table.scroll}>
    <HeadedTable {...props} className={classes.small} />
  </div>
)
