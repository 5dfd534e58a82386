import type { ComponentProps } from 'react'
import { cardHeadings } from './card-headings.ts'
import { HeadedTable } from './HeadedTable.tsx'
import table from './table.module.css'

type Props = Omit<ComponentProps<typeof HeadedTable>, 'style' | 'className'> & {
  readonly className?: string | undefined
}

/** A read-only table; in a narrow window each row is a card. It has no frame of its own. */
export const CardTable = ({ className = '', ...props }: Props) => (
  <HeadedTable
    {...props}
    className={`${table.read} ${table.cards} ${className}`}
    style={cardHeadings(props.headings)}
  />
)
