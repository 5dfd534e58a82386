import type { ReactNode } from 'react'
import { cardHeadings } from './card-headings.ts'
import table from './table.module.css'

interface Props {
  /** Its accessible name. */
  readonly caption: ReactNode
  readonly headings: readonly string[]
  readonly className?: string | undefined
  /** The rows, with a cell for each heading. */
  readonly children: ReactNode
}

/** A read-only table; in a narrow window each row is a card. It has no frame of its own. */
export const CardTable = ({ caption, headings, className = '', children }: Props) => (
  <table className={`${table.table} ${table.read} ${table.cards} ${className}`} style={cardHeadings(headings)}>
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
