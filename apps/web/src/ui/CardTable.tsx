import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import table from './table.module.css'

/** The headings of a table that is shown as cards in a narrow window (`cards` in `table.module.css`), for its `style`. */
export const cardHeadings = (headings: readonly string[]): CSSProperties =>
  Object.fromEntries(headings.map((heading, index) => [`--heading-${index + 1}`, JSON.stringify(heading)]))

interface HeadedProps {
  /** The accessible name of the table. */
  readonly caption: ReactNode
  readonly headings: readonly string[]
  readonly className: string | undefined
  readonly style?: CSSProperties
  /** The rows, with a cell for each heading. */
  readonly children: ReactNode
}

/** A table with a hidden caption and one row of headings. */
export const HeadedTable = ({ caption, headings, className = '', style, children }: HeadedProps) => (
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

type CardProps = Omit<ComponentProps<typeof HeadedTable>, 'style' | 'className'> & {
  readonly className?: string | undefined
}

/** A read-only table; in a narrow window each row is a card. It has no frame of its own. */
export const CardTable = ({ className = '', ...props }: CardProps) => (
  <HeadedTable
    {...props}
    className={`${table.read} ${table.cards} ${className}`}
    style={cardHeadings(props.headings)}
  />
)
