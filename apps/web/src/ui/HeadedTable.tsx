import type { CSSProperties, ReactNode } from 'react'
import table from './table.module.css'

interface Props {
  /** The accessible name of the table. */
  readonly caption: ReactNode
  readonly headings: readonly string[]
  readonly className: string | undefined
  readonly style?: CSSProperties
  /** The rows, with a cell for each heading. */
  readonly children: ReactNode
}

/** A table with a hidden caption and one row of headings. */
export const HeadedTable = ({ caption, headings, className = '', style, children }: Props) => (
  <table className={`${table.table} ${className}`} style={style}>
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
)
