import type { ReactNode } from 'react'
import table from '#ui/table.module.css'
import classes from './operations-profiles.module.css'

interface Props {
  readonly caption: string
  readonly headings: readonly string[]
  /** The rows, with a cell for each heading. */
  readonly children: ReactNode
}

/** A table whose few short columns fit into every window. */
export const SmallTable = ({ caption, headings, children }: Props) => (
  <div className={table.scroll}>
    <table className={`${table.table} ${classes.small}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
